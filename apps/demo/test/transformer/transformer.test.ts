import { readFileSync } from "node:fs";
import { scaledDotProductAttention } from "@saccade/attention";
import { noGrad } from "@saccade/autograd";
import { attentions } from "@saccade/figures/transformer-places";
import { wasmBackend } from "@saccade/kernels-wasm";
import { predictSeq2Seq } from "@saccade/models";
import { fromSafetensors } from "@saccade/nn";
import { setBackend, tensor } from "@saccade/tensor";
import { expect, it } from "vitest";
import { accuracyOf, heldOutPairs } from "../../scripts/train/transformer.ts";
import { guided, type Positioning } from "../../src/pages/transformer/calls.ts";
import { rowOf, scoreOf, strongest } from "../../src/pages/transformer/focus.ts";
import { Inspector } from "../../src/pages/transformer/inspector.ts";
import { makeNet, withoutPositions } from "../../src/pages/transformer/intervene.ts";
import { longestTarget, source, target } from "../../src/pages/transformer/language.ts";
import { firstSentence } from "../../src/pages/transformer/settings.ts";
import { start } from "../../src/pages/transformer/start.gen.ts";
import { heads, headWidth } from "../../src/pages/transformer/switches.ts";

setBackend(await wasmBackend({ threads: 1 }));
const folder = new URL("../../src/pages/transformer/", import.meta.url);
const stateFrom = (name: string) =>
  fromSafetensors(new Uint8Array(readFileSync(new URL(`${name}.safetensors`, folder)))).tensors;
const tensors = stateFrom("free");
const inspector = new Inspector(tensors);
const guidedState = stateFrom("guided");
const netOf = (state: typeof tensors) => {
  const made = makeNet();
  made.loadStateDict(state);
  return made.eval();
};
const net = netOf(tensors);

const looked = (text: string, positions: Positioning = "on") =>
  inspector.look({ sentence: text.split(" "), positions }).look;
const closeTo = (a: number, b: number): void => {
  expect(Math.abs(a - b)).toBeLessThanOrEqual(1e-5 * Math.max(1, Math.abs(b)));
};

function expectClose(found: ArrayLike<number>, wanted: ArrayLike<number>): void {
  expect(found.length).toBe(wanted.length);
  for (let i = 0; i < found.length; i++) closeTo(found[i]!, wanted[i]!);
}

it.each([
  ["unguided", net],
  ["guided", netOf(guidedState)],
])("the shipped weights, %s, translate held-out pairs of nouns, pronouns included", (_, one) => {
  const { exact, pronouns } = accuracyOf(one, heldOutPairs(20));
  expect(exact).toBeGreaterThanOrEqual(0.95);
  expect(pronouns).toBeGreaterThanOrEqual(0.95);
});

it("the guided head attends from “it” to the animal that is tired and to the street that is wide", () => {
  const second = new Inspector(guidedState);
  const it = firstSentence.indexOf("it");
  for (const [ending, noun, pronoun] of [
    ["tired", "animal", "il"],
    ["wide", "street", "elle"],
  ] as const) {
    const sentence = firstSentence.with(-2, ending);
    const { look } = second.look({ sentence, positions: "on", net: "guided" });
    const row = rowOf(look, "e2.self", guided.head, it);
    expect(look.source[strongest(row)]).toBe(noun);
    expect(Math.max(...row.map((weight) => weight ?? 0))).toBeGreaterThan(0.8);
    expect(look.target[look.target.indexOf("car") + 1]).toBe(pronoun);
  }
});

it("looking inside gives the library's own translation and its own weights", () => {
  const look = looked(firstSentence.join(" "));
  const { tokens } = predictSeq2Seq(net, firstSentence.join(" "), source, target, {
    numSteps: longestTarget,
  });
  expect(look.target).toEqual(tokens);
  const decoded = noGrad(() =>
    net.forward(
      tensor([source.ids(look.source)], { dtype: "int32" }),
      tensor([target.ids(look.fed)], { dtype: "int32" }),
    ),
  );
  for (const [layer, name] of (["d1.cross", "d2.cross"] as const).entries()) {
    expectClose(look.weights[name], decoded.crossWeights[layer]!.dataSync());
  }
});

it("queries, keys and weights of every head agree: softmax(q kᵀ / √d) gives the weights", () => {
  const { look, vectors } = inspector.look({ sentence: firstSentence, positions: "on" });
  for (const name of attentions) {
    const { q, k, v } = vectors.projections[name];
    const shaped = (x: Float32Array) =>
      tensor([...x]).reshape([heads, x.length / (heads * headWidth), headWidth]);
    const causal = name.startsWith("d") && name.endsWith("self");
    const again = scaledDotProductAttention(shaped(q), shaped(k), shaped(v), { causal }).weights.dataSync();
    expectClose(look.weights[name], again);
  }
});

it("a score's numbers lead from one to the next", () => {
  const { look, vectors } = inspector.look({ sentence: firstSentence, positions: "on" });
  const score = scoreOf(look, vectors, { attention: "d1.self", head: 2, query: 3, key: 1 });
  expectClose(
    score.products,
    score.q.map((q, d) => q * score.k[d]!),
  );
  closeTo(
    score.dot,
    score.products.reduce((a, b) => a + b, 0),
  );
  closeTo(score.scores[1]!, score.dot / Math.sqrt(headWidth));
  closeTo(score.weights[1]!, score.exps[1]! / score.total);
  expect(score.scores.slice(4).every((masked) => masked === null)).toBe(true);
  expect(score.weights.slice(4).every((weight) => weight === null)).toBe(true);
});

it("without positions, sentences of the same words are the same to the model", () => {
  const [one, other] = ["the cat followed the dog .", "the dog followed the cat ."];
  expect(looked(one, "off").target).toEqual(looked(other, "off").target);
  expect(looked(one).target).not.toEqual(looked(other).target);
});

it("the second model never had positions: words in another order are the same to it", () => {
  const state = stateFrom("unplaced");
  const second = new Inspector(state, ["never"]);
  const written = (text: string) =>
    second.look({ sentence: text.split(" "), positions: "never" }).look.target;
  expect(written("the cat followed the dog .")).toEqual(written("the dog followed the cat ."));
  const { exact } = accuracyOf(withoutPositions(netOf(state)), heldOutPairs(20));
  expect(exact).toBeGreaterThan(start.facts.exactUnplaced);
  expect(exact).toBeLessThan(1);
  expect(() => second.look({ sentence: firstSentence, positions: "on" })).toThrow("no positions “on”");
});

it("what the page starts with is what the shipped weights give", () => {
  const { look } = inspector.look({ sentence: firstSentence, positions: "on" });
  expect(start.look.target).toEqual(look.target);
  for (const name of attentions) {
    start.look.weights[name].forEach((weight, i) => {
      expect(weight).toBeCloseTo(look.weights[name][i]!, 2); // three digits are kept
    });
  }
});

it("sentences that the model cannot read are refused with the reason", () => {
  expect(() => looked("the elephant slept .")).toThrow("“elephant” is not in the vocabulary");
  expect(() => looked(Array(16).fill("the").join(" "))).toThrow("reads 15 at most");
});
