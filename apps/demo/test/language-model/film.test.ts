import { noGrad } from "@saccade/autograd";
import { headName } from "@saccade/figures/head-name";
import { wasmBackend } from "@saccade/kernels-wasm";
import { headSimilarity, runWithCache } from "@saccade/lens";
import { getBackend, memory, setBackend, tensor } from "@saccade/tensor";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { filmBytes } from "../../scripts/train/film.ts";
import { half, lastStep, numHeads } from "../../src/pages/language-model/induction/calls.ts";
import { Film, shownIds, stepsOfFrame } from "../../src/pages/language-model/induction/film.ts";

const before = getBackend();
beforeAll(async () => setBackend(await wasmBackend({ threads: 1 })));
afterAll(() => setBackend(before));

/** A film of so many frames after the first. */
function filmOf(seed: number, frames: number, layers = 2): Film {
  const film = new Film({ seed, layers });
  while (film.frames.length <= frames) film.train(0); // a step at a time
  return film;
}

describe("the film of the heads", () => {
  it("has a frame for the start and for every few steps, the same for the same seed", () => {
    const [film, again, another] = [filmOf(3, 2), filmOf(3, 2), filmOf(4, 1)];
    expect(film.frames.map(({ step }) => step)).toEqual([0, stepsOfFrame, 2 * stepsOfFrame]);
    expect(again.frames).toEqual(film.frames);
    expect(another.frames[0]).not.toEqual(film.frames[0]);
  });

  it("reads a sequence with the weights of any frame, and gives its scores and its probabilities", () => {
    const film = filmOf(0, 2);
    const { maps, chances, accuracy } = film.look({ frame: 1, off: [], example: 5 });
    expect(accuracy).toBe(film.frames[1]!.accuracy);
    expect([maps.layers, maps.heads, maps.tokens.length]).toEqual([2, numHeads, 2 * half]);
    expect(maps.tokens.slice(half)).toEqual(maps.tokens.slice(0, half));
    expect(new Set(maps.tokens).size).toBe(half);
    const ids = shownIds(5);
    const expected = noGrad(() =>
      film
        .at(1)
        .forward(tensor([ids], { dtype: "int32" }))
        .softmax(-1)
        .select(0, 0)
        .toArray(),
    ) as number[][];
    chances.forEach((chance, i) => {
      expect(chance).toBeCloseTo(expected[i]![ids[i + 1]!]!, 5);
    });
    const n = maps.tokens.length;
    for (let row = 0; row < 2 * numHeads * n; row++) {
      const sum = maps.weights.subarray(row * n, (row + 1) * n).reduce((a, b) => a + b);
      expect(sum).toBeCloseTo(1, 4);
    }
    // Another frame has other weights, and the first is as it was.
    expect(film.look({ frame: 2, off: [], example: 5 }).maps.weights).not.toEqual(maps.weights);
    expect(film.look({ frame: 1, off: [], example: 5 }).maps.weights).toEqual(maps.weights);
  });

  it("switches heads off: those of the first layer change what the second attends to", () => {
    const film = filmOf(1, 3);
    const look = (off: readonly { layer: number; head: number }[]) =>
      film.look({ frame: 3, off, example: 0 });
    const area = numHeads * (2 * half) ** 2;
    const [on, first, second] = [look([]), look([{ layer: 0, head: 2 }]), look([{ layer: 1, head: 2 }])];
    expect(first.maps.weights.subarray(0, area)).toEqual(on.maps.weights.subarray(0, area));
    expect(first.maps.weights.subarray(area)).not.toEqual(on.maps.weights.subarray(area));
    expect(second.maps.weights).toEqual(on.maps.weights);
    expect(second.chances).not.toEqual(on.chances);
  });

  it("is kept and restored, some of its frames, with weights as 16-bit floats", () => {
    const film = filmOf(2, 3);
    const some = Film.restored({ seed: 2, layers: 2 }, filmBytes(film, [0, 3]));
    expect(some.frames).toEqual([film.frames[0], film.frames[3]]);
    const ask = { off: [{ layer: 0, head: 1 }], example: 1 };
    const [own, other] = [film.look({ ...ask, frame: 3 }), some.look({ ...ask, frame: 1 })];
    for (const [i, chance] of own.chances.entries()) expect(other.chances[i]).toBeCloseTo(chance, 3);
    expect(some.train(0)).toEqual({ step: lastStep, frames: [] });
  });

  it("calls heads as the lens does", () => {
    const film = filmOf(0, 0);
    const { cache } = noGrad(() => runWithCache(film.at(0), tensor([shownIds(0)], { dtype: "int32" })));
    const { leftLabels } = headSimilarity(cache, cache);
    const names = [0, 1].flatMap((layer) => [0, 1, 2, 3].map((head) => headName({ layer, head })));
    expect(leftLabels).toEqual(names);
  });

  it("leaves no tensor behind", () => {
    Film.restored({ seed: 0, layers: 2 }, filmBytes(filmOf(0, 1), [0, 1]));
    const film = filmOf(0, 1);
    film.look({ frame: 1, off: [{ layer: 0, head: 0 }], example: 0 });
    const { tensors } = memory();
    film.train(0);
    film.look({ frame: 0, off: [{ layer: 0, head: 0 }], example: 1 });
    expect(memory().tensors).toBe(tensors);
  });
});
