import { valueAndGrad } from "@saccade/autograd";
import { Bert, type GPT } from "@saccade/models";
import { crossEntropy } from "@saccade/nn";
import { namedWeights, type Pretrained } from "@saccade/pretrained";
import { scope, type Tensor } from "@saccade/tensor";
import { type Fields, type GoldenTensor, parseTensor } from "../case.ts";
import { decodeTensor, type HostValue, snapshot } from "../decode.ts";

/** A model's results, by the keys of the golden file: "attentions[1]", "grad_norms wte.weight". */
export type Outputs = ReadonlyMap<string, HostValue>;

/** Runs a model on the inputs of a golden file, and computes all that the file asks for. */
export function outputsOf(
  { model, prefix }: Pick<Pretrained, "model" | "prefix">,
  expected: Fields,
): Outputs {
  const outputs = new Map(resultsOf({ model }, expected));
  if (model instanceof Bert || !expected.has("loss")) return outputs;
  return scope(() => {
    addLoss(outputs, model, inputsOf(expected), prefix);
    return outputs;
  });
}

/** A model's results for the inputs of a golden file. */
export function resultsOf({ model }: Pick<Pretrained, "model">, expected: Fields): Outputs {
  return scope(() => {
    const inputs = inputsOf(expected);
    return model instanceof Bert ? bertOutputs(model, inputs, expected) : decoderOutputs(model, inputs);
  });
}

interface ModelInputs {
  readonly ids: Tensor;
  readonly keyMask: Tensor | undefined;
}

function inputsOf(expected: Fields): ModelInputs {
  const ids = decodeTensor(expected.tensor("input_ids"), "input_ids");
  const mask = expected.maybe("attention_mask", parseMaybe);
  return { ids, keyMask: mask && decodeTensor(mask, "attention_mask").ne(0) };
}

function parseMaybe(value: unknown, what: string): GoldenTensor {
  return parseTensor(what, value);
}

function bertOutputs(bert: Bert, { ids, keyMask }: ModelInputs, expected: Fields): Outputs {
  const types = expected.maybe("token_type_ids", parseMaybe);
  const result = bert.forward(ids, {
    tokenTypes: types && decodeTensor(types, "token_type_ids"),
    keyMask,
    needWeights: true,
    needHiddenStates: true,
  });
  const outputs = new Map([["last_hidden_state", snapshot(result.lastHiddenState)]]);
  if (result.poolerOutput) outputs.set("pooler_output", snapshot(result.poolerOutput));
  if (bert.maskedHead) outputs.set("logits", snapshot(bert.logits(result.lastHiddenState)));
  return withLists(outputs, result);
}

function decoderOutputs(gpt: GPT, { ids, keyMask }: ModelInputs): Outputs {
  const result = gpt.forward(ids, { keyMask, needWeights: true, needHiddenStates: true });
  const outputs = new Map([
    ["logits", snapshot(result.output)],
    ["last_hidden_state", snapshot(result.hiddenStates.at(-1)!)],
  ]);
  return withLists(outputs, result);
}

interface Lists {
  readonly weights: readonly Tensor[];
  readonly hiddenStates: readonly Tensor[];
}

function withLists(outputs: Map<string, HostValue>, { weights, hiddenStates }: Lists): Outputs {
  for (const [i, x] of weights.entries()) outputs.set(`attentions[${i}]`, snapshot(x));
  for (const [i, x] of hiddenStates.entries()) outputs.set(`hidden_states[${i}]`, snapshot(x));
  return outputs;
}

// The mean loss of every next token, and the norm of its gradient in each parameter.
function addLoss(
  outputs: Map<string, HostValue>,
  gpt: GPT,
  { ids, keyMask }: ModelInputs,
  prefix: string,
): void {
  const parameters = gpt.namedParameters();
  const length = ids.size(1) - 1;
  const { value, grads } = valueAndGrad(() => {
    const logits = gpt.forward(ids, { keyMask }).narrow(1, 0, length); // (b, n - 1, vocab)
    return crossEntropy(logits.reshape([-1, logits.size(-1)]), ids.narrow(1, 1, length).reshape([-1]));
  }, Object.values(parameters));
  outputs.set("loss", snapshot(value));
  const byName = Object.fromEntries(Object.keys(parameters).map((name, i) => [name, grads[i]!]));
  for (const [name, grad] of Object.entries(namedWeights(gpt, byName))) {
    outputs.set(`grad_norms ${plainName(name, prefix)}`, snapshot(grad.square().sum().sqrt()));
  }
}

/** A weight's name without the prefix of the model. */
export function plainName(name: string, prefix: string): string {
  return (name.startsWith(prefix) ? name.slice(prefix.length) : name).replace(/^(transformer|model)\./, "");
}
