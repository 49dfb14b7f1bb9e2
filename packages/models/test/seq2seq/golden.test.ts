import { readFileSync } from "node:fs";
import { valueAndGrad } from "@saccade/autograd";
import type { Module } from "@saccade/nn";
import { fromData, type Tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { expectClose } from "../../../attention/test/helpers.ts";
import {
  EncoderDecoder,
  Seq2SeqAttentionDecoder,
  Seq2SeqEncoder,
  seq2seqOptimizer,
  seq2seqStep,
} from "../../src/index.ts";

interface Stored {
  readonly shape: number[];
  readonly dtype: "float32" | "int64";
  readonly data: number[];
}
type StoredMap = Readonly<Record<string, Stored>>;

/** A result of PyTorch 1.13 on the seed's classes. */
interface Case {
  readonly name: string;
  readonly attrs: Readonly<Record<string, number>>;
  readonly inputs: StoredMap;
  readonly params: StoredMap;
  readonly outputs: StoredMap;
  readonly cotangents: StoredMap;
  readonly grads: StoredMap;
  readonly param_grads: StoredMap;
  readonly steps: readonly { readonly loss_sum: number; readonly grad_norm_before_clip: number }[];
  readonly params_after: StoredMap;
}

const cases: Case[] = JSON.parse(readFileSync(new URL("fixtures/seed004.json", import.meta.url), "utf8"));

function caseOf(name: string): Case {
  const found = cases.find((entry) => entry.name === name);
  if (found === undefined) throw new Error(`no case ${name} in the fixture`);
  return found;
}

function load({ shape, dtype, data }: Stored): Tensor {
  return fromData(dtype === "int64" ? Int32Array.from(data) : Float32Array.from(data), shape);
}

function loadAll(stored: StoredMap): Record<string, Tensor> {
  return Object.fromEntries(Object.entries(stored).map(([name, x]) => [name, load(x)]));
}

/** Outputs, and gradients for parameters and inputs, of sum(output · cotangent). */
function check(entry: Case, module: Module, run: (inputs: Record<string, Tensor>) => Record<string, Tensor>) {
  module.loadStateDict(loadAll(entry.params));
  module.eval();
  const inputs = loadAll(entry.inputs);
  const outputs = run(inputs);
  for (const [name, expected] of Object.entries(entry.outputs)) expectClose(outputs[name]!, load(expected));
  const wanted = Object.fromEntries(Object.keys(entry.grads).map((name) => [`input ${name}`, inputs[name]!]));
  const { grads } = valueAndGrad(
    () => {
      const made = run(inputs);
      const terms = Object.entries(entry.cotangents).map(([name, x]) => made[name]!.mul(load(x)).sum());
      return terms.reduce((a, b) => a.add(b));
    },
    { ...module.namedParameters(), ...wanted },
  );
  for (const [name, expected] of Object.entries(entry.param_grads)) expectClose(grads[name]!, load(expected));
  for (const [name, expected] of Object.entries(entry.grads))
    expectClose(grads[`input ${name}`]!, load(expected));
}

test("the encoder gives PyTorch's states and gradients, padding steps included", () => {
  const entry = caseOf("004/encoder/2_layers");
  const { attrs } = entry;
  const encoder = new Seq2SeqEncoder(
    attrs["vocab_size"]!,
    attrs["embed_size"]!,
    attrs["num_hiddens"]!,
    attrs["num_layers"]!,
  );
  expect(Object.keys(encoder.stateDict())).toEqual(Object.keys(entry.params));
  check(entry, encoder, ({ X }) => ({ ...encoder.forward(X!) }));
});

test.each(["004/decoder/1_layers/none", "004/decoder/2_layers/valid_lens"])("PyTorch's %s", (name) => {
  const entry = caseOf(name);
  const { attrs } = entry;
  const decoder = new Seq2SeqAttentionDecoder(
    attrs["vocab_size"]!,
    attrs["embed_size"]!,
    attrs["num_hiddens"]!,
    attrs["num_layers"]!,
  );
  expect(Object.keys(decoder.stateDict())).toEqual(Object.keys(entry.params));
  check(entry, decoder, ({ enc_output, enc_state, enc_valid_lens, X }) => {
    const start = decoder.initState({ output: enc_output!, state: enc_state! }, enc_valid_lens);
    const { output, state, weights } = decoder.forward(X!, start);
    return { out: output, hidden_state: state.hidden, attn: weights };
  });
});

test("five training steps lead where PyTorch's lead", () => {
  const { attrs, inputs, params, steps, params_after } = caseOf("004/train_steps/adam_clip");
  const sizes = [attrs["embed_size"]!, attrs["num_hiddens"]!, attrs["num_layers"]!] as const;
  const net = new EncoderDecoder(
    new Seq2SeqEncoder(attrs["src_vocab"]!, ...sizes),
    new Seq2SeqAttentionDecoder(attrs["tgt_vocab"]!, ...sizes),
  );
  net.loadStateDict(loadAll(params));
  const optimizer = seq2seqOptimizer(net, { lr: attrs["lr"]!, clip: attrs["theta"]! });
  const { X, X_valid_len: XValidLen, Y, Y_valid_len: YValidLen } = loadAll(inputs);
  const batch = { X: X!, XValidLen: XValidLen!, Y: Y!, YValidLen: YValidLen! };
  for (const { loss_sum, grad_norm_before_clip } of steps) {
    const { loss, gradNorm, tokens } = seq2seqStep(net, optimizer, batch, attrs["bos"]!);
    expect(loss.item()).toBeCloseTo(loss_sum, 5);
    expect(gradNorm.item()).toBeCloseTo(grad_norm_before_clip, 5);
    expect(tokens.item()).toBe(6);
  }
  const after = net.stateDict();
  for (const [name, expected] of Object.entries(params_after))
    expectClose(after[name]!, load(expected), 1e-4);
});
