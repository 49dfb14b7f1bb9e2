import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  drawnOf,
  extended,
  type FilmOf,
  type Frame,
  noFilm,
  trustOf,
} from "../../src/pages/translator/network/frames.ts";

const frame = (epoch: number): Frame => ({
  epoch,
  loss: 1,
  accuracy: 0,
  translation: [`mot${epoch}`],
  weights: [[1]],
});
const film = (sentence: string, ...epochs: number[]): FilmOf => ({
  sentence,
  source: [{ text: sentence, known: true }],
  frames: epochs.map(frame),
});
const epochsOf = ({ frames }: FilmOf): number[] => frames.map(({ epoch }) => epoch);

describe("extended", () => {
  it("appends later frames of the same sentence", () => {
    expect(epochsOf(extended(film("a", 0, 1), film("a", 2, 3)))).toEqual([0, 1, 2, 3]);
  });

  it("has every epoch once where parts overlap", () => {
    expect(epochsOf(extended(film("a", 0, 1, 2), film("a", 2, 3)))).toEqual([0, 1, 2, 3]);
  });

  it("begins anew for another sentence", () => {
    expect(extended(film("a", 0, 1), film("b", 0))).toEqual(film("b", 0));
    expect(extended(noFilm, film("b", 0))).toEqual(film("b", 0));
  });
});

describe("drawnOf", () => {
  const source = ["this", "cat", "<eos>"].map((text) => ({ text, known: true }));
  const weights = [
    [0.7, 0.2, 0.1],
    [0.1, 0.8, 0.1],
    [0, 0, 1],
  ];

  it("is as certain of the whole as of all its words together, the end of the sentence included", () => {
    const said = { source, tokens: ["ce", "chat", "<eos>"], weights };
    expect(drawnOf({ ...said, probabilities: [0.9, 0.8, 0.5] }).certainty).toBeCloseTo(0.36, 10);
    expect(drawnOf(said).certainty).toBe(1);
  });

  it("leaves out the ends of both sentences", () => {
    const drawing = { source, tokens: ["ce", "chat", "<eos>"], weights, probabilities: [1, 0.5, 1] };
    expect(drawnOf(drawing)).toEqual({
      source: ["this", "cat"],
      target: ["ce", "chat"],
      weights: [
        [0.7, 0.2],
        [0.1, 0.8],
      ],
      trust: [1, 0.5],
      certainty: 0.5,
      unknown: new Set(),
    });
  });

  it("keeps all words of a translation that does not end", () => {
    expect(drawnOf({ source, tokens: ["ce", "ce", "ce"], weights }).target).toEqual(["ce", "ce", "ce"]);
  });
});

describe("trustOf", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });

  it("a word is trusted as far as it was probable and read from known words", () => {
    fc.assert(
      fc.property(share, share, fc.boolean(), (probability, weight, known) => {
        const source = [
          { text: "cat", known: true },
          { text: "zebra", known },
        ];
        const [trust] = trustOf(source, [[1 - weight, weight]], [probability]);
        expect(trust).toBeCloseTo(probability * (known ? 1 : 1 - weight), 10);
      }),
    );
  });

  it("without probabilities, as in films of older runs, only unknown words count", () => {
    expect(trustOf([{ text: "cat", known: true }], [[1]], [])).toEqual([1]);
    expect(trustOf([{ text: "zebra", known: false }], [[1]], [])).toEqual([0]);
  });
});
