import { IndexError, manualSeed, tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { expectClose, numbers } from "../../../attention/test/helpers.ts";
import { Bert } from "../../src/index.ts";

const sizes = { vocabSize: 7, maxLen: 6, dModel: 8, numLayers: 2, numHeads: 2, dimFeedforward: 8 } as const;
const ids = tensor([[1, 2, 3, 0, 0]], { dtype: "int32" });
manualSeed(1);
const bert = new Bert(sizes).eval();

test("padding that keyMask hides changes no text", () => {
  const short = bert.forward(ids.narrow(1, 0, 3));
  const { lastHiddenState, poolerOutput, weights } = bert.forward(ids, {
    keyMask: ids.ne(0),
    needWeights: true,
  });
  expectClose(lastHiddenState.narrow(1, 0, 3), short.lastHiddenState);
  expectClose(poolerOutput!, short.poolerOutput!);
  expect(weights.map((x) => x.shape)).toEqual([
    [1, 2, 5, 5],
    [1, 2, 5, 5],
  ]);
  expect(weights[0]!.narrow(3, 3, 2).sum().item()).toBe(0);
});

test("token types are 0 unless they are given", () => {
  const zeros = bert.forward(ids, { tokenTypes: ids.mul(0) }).lastHiddenState;
  expect(numbers(bert.forward(ids).lastHiddenState)).toEqual(numbers(zeros));
  const ones = bert.forward(ids, { tokenTypes: ids.mul(0).add(1) }).lastHiddenState;
  expect(numbers(ones)).not.toEqual(numbers(zeros));
});

test("hidden states begin with the embeddings and end with the output", () => {
  const { lastHiddenState, hiddenStates, weights } = bert.forward(ids, { needHiddenStates: true });
  expect([hiddenStates.length, weights.length]).toEqual([3, 0]);
  expect(numbers(hiddenStates[2]!)).toEqual(numbers(lastHiddenState));
});

test("what does not fit is refused", () => {
  expect(() => bert.forward(tensor([[7]], { dtype: "int32" }))).toThrow(IndexError);
  expect(() => bert.forward(ids, { tokenTypes: ids })).toThrow(
    /tokenTypes: unknown token id 2; ids are 0 to 1 \(numTypes 2\)/,
  );
  expect(() => bert.forward(ids, { tokenTypes: ids.narrow(1, 0, 2).mul(0) })).toThrow(
    /n is 5 in ids .*, but 2 in tokenTypes/,
  );
  expect(() => bert.forward(tensor([[1, 1, 1, 1, 1, 1, 1]], { dtype: "int32" }))).toThrow(
    /7 positions, beyond maxLen 6/,
  );
  // @ts-expect-error attentionMask is transformers' name, in no type: the error names ours.
  expect(() => bert.forward(ids, { attentionMask: ids })).toThrow(/write keyMask/);
  // @ts-expect-error hiddenSize is transformers' name, in no type: the error names ours.
  expect(() => new Bert({ ...sizes, hiddenSize: 3 })).toThrow(/write dModel/);
  expect(() => new Bert({ ...sizes, numHeads: 3 })).toThrow(/dModel 8 does not divide into 3 heads/);
  expect(new Bert({ ...sizes, pooler: false }).forward(ids).poolerOutput).toBeNull();
});

test("the head for masked tokens scores every token for each place, or for the masked ones alone", () => {
  const masked = new Bert({ ...sizes, activation: "relu", maskedHead: true }).eval();
  const { lastHiddenState } = masked.forward(ids);
  const logits = masked.logits(lastHiddenState);
  expect(logits.shape).toEqual([1, 5, 7]);
  expectClose(masked.logits(lastHiddenState.select(1, 2)), logits.select(1, 2));
  const { dense, norm, bias } = masked.maskedHead!;
  const scores = norm.forward(dense.forward(lastHiddenState).relu());
  expectClose(logits, scores.matmul(masked.embedding.weight.transpose(0, 1)).add(bias));
  expect(() => bert.logits(lastHiddenState)).toThrow(
    /no head for masked tokens; make it with \{ maskedHead: true \}/,
  );
  expect(() => masked.logits(lastHiddenState.narrow(2, 0, 4))).toThrow(/dModel is 8, but 4 in hidden/);
});
