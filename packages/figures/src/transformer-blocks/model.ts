import { noGrad } from "@saccade/autograd";
import { Transformer } from "@saccade/models";
import { Adam, crossEntropy } from "@saccade/nn";
import { cat, full, manualSeed, randint, scope, type Tensor } from "@saccade/tensor";
import { attentions } from "../transformer/places.ts";
import { traceOf } from "../transformer/trace.ts";
import { makeBreath } from "../ui/breathe.ts";
import { tensorOfIds } from "../ui/ids.ts";
import { free, restore } from "../ui/stored.ts";
import trained from "./trained.json" with { type: "json" };

export const digits = 4;
const begin = 8; // the token before the first digit of an answer; digits are 0 to 7
const words = 9;
export const firstSeed = 2;
const batch = 16;
export const totalSteps = 208;
const stepsBetweenShows = 8; // divides the steps

export const example: readonly number[] = [3, 1, 4, 6];

/** The blocks that the figure shows, in the order of the computation. */
export const blockNames = [
  ...(["src.positions", "e1.self", "e1.norm1", "e1.ff", "e1.norm2"] as const),
  ...(["tgt.positions", "d1.self", "d1.norm1", "d1.cross", "d1.norm2", "d1.ff", "d1.norm3"] as const),
  ...(["out", "softmax"] as const),
] as const;
export type ShownBlock = (typeof blockNames)[number];

type Matrix = readonly (readonly number[])[];

/** A block's numbers. */
export interface Shown {
  /** Of the block's tensor, with the batch. */
  readonly shape: readonly number[];
  /** (n, features) of the only sequence. */
  readonly values: Matrix;
  /** (h, queries, keys) where the block attends. */
  readonly weights: readonly Matrix[] | null;
}

/** The figure's data after some steps. */
export interface State {
  readonly step: number;
  readonly loss: number | null;
  /** The share of digits that are right, of new sequences. */
  readonly right: number;
  /** The model's answer to the example, digit by digit, given the right digits before. */
  readonly answer: readonly number[];
  readonly blocks: Readonly<Record<ShownBlock, Shown>>;
}

/** An untrained model that should reverse four digits. */
export function makeModel(seed: number): Transformer {
  manualSeed(seed);
  return new Transformer({
    srcVocabSize: words,
    tgtVocabSize: words,
    dModel: 16,
    numHeads: 2,
    numLayers: 1,
    dimFeedforward: 32,
    maxLen: digits,
    dropout: 0,
    positions: "learned",
  });
}

/** The model of the first seed after training: what the figure opens with. */
export function trainedModel(): Transformer {
  return restore(makeModel(firstSeed), trained);
}

/** Trains and yields now and then, with pauses in which the page can draw; then frees the model, unless it is kept. */
export async function* train(model: Transformer, keeps: boolean = false): AsyncGenerator<State> {
  const optimizer = new Adam(model, { lr: 0.01 });
  const breathe = makeBreath();
  try {
    for (let step = 1; step <= totalSteps; step++) {
      const loss = scope(() => {
        const { source, input, answer } = sequences(randint(0, 8, [batch, digits]));
        return optimizer
          .step(() => crossEntropy(model.logits(source, input).reshape([batch * digits, words]), answer))
          .item();
      });
      if (step % stepsBetweenShows === 0) {
        yield look(model, step, loss);
        await new Promise((resolve) => setTimeout(resolve));
      }
      await breathe();
    }
  } finally {
    if (!keeps) free(model);
  }
}

/** The model as it is now, with the numbers of the example in every block. */
export function look(model: Transformer, step: number, loss: number | null): State {
  model.eval();
  const state = noGrad(() => {
    const many = sequences(randint(0, 8, [64, digits]));
    const guesses = model
      .logits(many.source, many.input)
      .argmax(-1)
      .reshape([64 * digits]);
    const right = guesses.eq(many.answer).to("float32").mean().item();
    const one = sequences(tensorOfIds([example]));
    const trace = traceOf(model, one.source, one.input);
    const shown = blockNames.map((name): [ShownBlock, Shown] => {
      const x = trace.blocks[name]!;
      const attention = attentions.find((one) => one === name);
      const weights = attention === undefined ? null : trace.attentions[attention]!.weights.squeeze(0);
      return [
        name,
        {
          shape: x.shape,
          values: x.squeeze(0).toArray() as number[][],
          weights: weights && (weights.toArray() as number[][][]),
        },
      ];
    });
    return {
      step,
      loss,
      right,
      answer: Array.from(trace.blocks.out!.argmax(-1).dataSync()),
      blocks: Object.fromEntries(shown) as Record<ShownBlock, Shown>,
    };
  });
  model.train();
  return state;
}

// source (b, 4) → the decoder's input, which begins with its own start token, and the answer (b · 4)
function sequences(source: Tensor): { source: Tensor; input: Tensor; answer: Tensor } {
  const b = source.size(0);
  const reversed = source.flip(1);
  const start = full([b, 1], begin, { dtype: "int32" });
  return {
    source,
    input: cat([start, reversed.narrow(1, 0, digits - 1)], 1),
    answer: reversed.reshape([b * digits]),
  };
}
