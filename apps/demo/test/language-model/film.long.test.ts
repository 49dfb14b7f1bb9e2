import { wasmBackend } from "@saccade/kernels-wasm";
import { getBackend, setBackend } from "@saccade/tensor";
import { afterAll, beforeAll, expect, it } from "vitest";
import { lastStep, numHeads } from "../../src/pages/language-model/induction/calls.ts";
import { Film } from "../../src/pages/language-model/induction/film.ts";

const before = getBackend();
beforeAll(async () => setBackend(await wasmBackend({ threads: 1, relaxed: false })));
afterAll(() => setBackend(before));

/** A network of seed 0 at its end, its last frame, and its accuracy without a head. */
function learned(layers: number) {
  const film = new Film({ seed: 0, layers });
  while (film.step < lastStep) film.train(1000);
  const frame = film.frames.at(-1)!;
  const without = (layer: number, head: number): number =>
    film.look({ frame: film.frames.length - 1, off: [{ layer, head }], example: 0 }).accuracy;
  return { frame, without };
}

it("the answers to the questions are what the network of seed 0 does", () => {
  const { frame, without } = learned(2);
  const [first, second] = [frame.previousToken.slice(0, numHeads), frame.induction.slice(numHeads)];
  expect(frame.accuracy).toBeGreaterThan(0.9);
  expect(Math.max(...first)).toBeGreaterThan(0.8);
  expect(Math.min(...second)).toBeGreaterThan(0.6); // four induction heads
  expect(without(0, first.indexOf(Math.max(...first)))).toBeLessThan(0.2);
  for (let head = 0; head < numHeads; head++) expect(without(1, head)).toBeGreaterThan(frame.accuracy - 0.05);
}, 120_000);

it("in one layer no induction head forms", { tags: "long", timeout: 120_000 }, () => {
  const { frame } = learned(1);
  expect(Math.max(...frame.induction)).toBeLessThan(0.2);
  expect(frame.accuracy).toBeLessThan(0.5);
});
