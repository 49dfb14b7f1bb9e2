import type { Bert, GPT } from "@saccade/models";
import { ShapeError, scope, type Tensor } from "@saccade/tensor";
import { formatShape } from "@saccade/tensor/backend";
import { widenHalf } from "@saccade/tensor/fused";
import { layoutOf } from "../architecture/architectures.ts";
import { PretrainedError } from "../errors.ts";
import { weightsOf } from "../load/read-weights.ts";
import { LoraLinear } from "../lora/adapter.ts";

/**
 * A model's weights under Hugging Face's names and in their layouts: queries, keys and values apart in BERT and Llama,
 * linear maps as (in, out) in GPT-2. They are views of the model's memory where that is possible.
 *
 * @param tensors in place of the parameters, such as their gradients, by the names that `namedParameters()` gives
 * @throws PretrainedError naming an option of the model that no supported architecture has, or a tensor that is missing;
 * ShapeError for a tensor of another shape than its parameter; ArgumentError for another model.
 * @example
 * const gpt = new GPT({ vocabSize: 16, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * namedWeights(gpt)["transformer.h.0.attn.c_attn.weight"].shape // [8, 24]
 */
export function namedWeights(
  model: GPT | Bert,
  tensors?: Readonly<Record<string, Tensor>>,
): Record<string, Tensor> {
  const { slots, prefix } = layoutOf("namedWeights", model);
  if (model.modules().some((module) => module instanceof LoraLinear)) throw new PretrainedError(adapted);
  const parameters = model.namedParameters();
  return scope(() => {
    const given = tensors ?? { ...model.stateDict(), ...widened(model) };
    const entries = slots.map(({ name, shape, parameter, row, transposed, head }): [string, Tensor] => {
      const whole = given[parameter];
      if (whole === undefined)
        throw new PretrainedError(
          `namedWeights: ${parameter} is missing. If another module took a layer's place, such as an adapter, merge it first.`,
        );
      const expected = parameters[parameter]?.shape;
      if (expected && formatShape(whole.shape) !== formatShape(expected))
        throw new ShapeError(
          `namedWeights: ${parameter} ${formatShape(whole.shape)}, expected ${formatShape(expected)}, the parameter's shape.`,
        );
      const part = transposed ? whole.transpose(0, 1) : whole.narrow(0, row, shape[0]!);
      return [head ? name : prefix + name, part];
    });
    return Object.fromEntries(entries);
  });
}

// Weights in 16 bits as numbers.
function widened(model: GPT | Bert): Record<string, Tensor> {
  const halves = [...weightsOf(model)].flatMap(([name, { tensor, half }]): [string, Tensor][] =>
    half === null ? [] : [[name, widenHalf(tensor, half)]],
  );
  return Object.fromEntries(halves);
}

const adapted =
  "namedWeights: the model has adapters; call lora.merge() to save them as part of the weights, or lora.save() to save only the adapters.";
