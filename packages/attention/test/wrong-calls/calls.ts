import { type Backend, ones, profile, referenceBackend, type Tensor, tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import * as attention from "../../src/index.ts";
import * as seeds from "../../src/seeds/index.ts";
import { noise } from "../helpers.ts";

// Calls that the compiler refuses, as a program in JavaScript makes them.

export type Loose = (...args: unknown[]) => unknown;
type LooseClass = new (...args: unknown[]) => { forward: Loose; initState: Loose };

/** The call as text: the call, and what its error must say. */
export type WrongCalls = Readonly<Record<string, readonly [Loose, RegExp]>>;

const work = [
  "matmul",
  "linear",
  "cat",
  "pad",
  "exp",
  "softmax",
  "softmaxWhere",
  "scoresWhere",
  "additiveScores",
  "scaledDotProduct",
];

/** A test for each call: it throws an error that says so, and nothing has been computed before it. */
export function testRefused(calls: WrongCalls): void {
  test.each(Object.entries(calls))("%s", (_, [call, message]) => {
    let error: unknown;
    const { kernels } = profile(() => {
      try {
        call();
      } catch (thrown) {
        error = thrown;
      }
    });
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toMatch(message);
    for (const kernel of work) expect([...kernels.keys()]).not.toContain(kernel);
  });
}

export function loose(name: string): Loose {
  return Reflect.get(attention, name);
}

export function make(name: string, ...args: unknown[]): InstanceType<LooseClass> {
  const kind: LooseClass = Reflect.get(attention, name) ?? Reflect.get(seeds, name);
  return new kind(...args);
}

export const forward = (name: string, args: readonly unknown[], ...inputs: unknown[]): Loose => {
  const module = make(name, ...args);
  return () => module.forward(...inputs);
};

export const x: Tensor = noise([2, 3, 4]);
export const heads: Tensor = noise([2, 2, 3, 4]);
export const bools: Tensor = ones([3, 3], { dtype: "bool" });
export const padding: Tensor = ones([2, 3], { dtype: "bool" });
export const lens: Tensor = tensor([1, 3], { dtype: "int32" });
export const tokens: Tensor = ones([2, 3], { dtype: "int32" });
export const elsewhere: Backend = Object.create(referenceBackend());

export const sdpa: Loose = loose("scaledDotProductAttention");
export const decoding: { bos: number; eos: number; maxSteps: number } = { bos: 1, eos: 2, maxSteps: 3 };

export const net: attention.EncoderDecoder<
  attention.DecoderState,
  attention.Encoded,
  attention.Decoded<attention.DecoderState>
> = new attention.EncoderDecoder(
  new attention.Seq2SeqEncoder(5, 4, 4, 1),
  new attention.Seq2SeqAttentionDecoder(5, 4, 4, 1),
);
export const encoded: attention.Encoded = net.encoder.forward(tokens);
export const state: attention.DecoderState = net.decoder.initState(encoded);
