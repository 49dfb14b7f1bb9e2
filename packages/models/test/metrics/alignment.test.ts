import fc from "fast-check";
import { expect, test } from "vitest";
import { alignmentErrorRate, alignmentLinks, contentWeight, type Link } from "../../src/index.ts";

test("a target word links to the source word with the most weight; punctuation and <eos> have no links", () => {
  const source = ["the", "red", "car", ".", "<eos>"];
  const target = ["l'", "auto", "rouge", "。", "<eos>"];
  const weights = [
    [0.3, 0.1, 0.2, 0.4, 0],
    [0, 0.1, 0.2, 0, 0.7],
    [0, 0.9, 0.1, 0, 0],
    [0, 0, 0, 1, 0],
    [0, 0, 0, 0, 1],
  ];
  expect(alignmentLinks(weights, source, target)).toEqual([
    [0, 0],
    [1, 2],
    [2, 1],
  ]);
  expect(alignmentLinks(weights, ["!", "…"], target)).toEqual([]);
  expect(alignmentLinks([[0.1, 0.9]], ["红", "车"], ["car"])).toEqual([[0, 1]]);
});

test("alignment error rate, by hand", () => {
  const sure: Link[] = [[0, 0]];
  const possible: Link[] = [[1, 1]];
  const of = (...links: Link[]) => alignmentErrorRate([{ links, sure, possible }]);
  expect(of([0, 0])).toBe(0);
  expect(of([0, 0], [1, 1])).toBe(0); // a possible link costs nothing
  expect(of([1, 1])).toBeCloseTo(1 - 1 / 2, 12); // but does not replace a sure one
  expect(of([0, 0], [2, 2])).toBeCloseTo(1 - 2 / 3, 12);
  expect(of([2, 2])).toBe(1);
  expect(of()).toBe(1);
  expect(of([0, 0], [0, 0])).toBe(0); // a link counts once
  const corpus = alignmentErrorRate([
    { links: [[0, 0]], sure },
    {
      links: [[1, 0]],
      sure: [
        [0, 0],
        [1, 0],
        [2, 2],
      ],
    },
  ]);
  expect(corpus).toBeCloseTo(1 - 4 / 6, 12); // counts are summed before they are divided
});

test("it is between 0 and 1, and 0 for the sure links with any of the possible ones", () => {
  const link = fc.tuple(fc.nat(4), fc.nat(4));
  const links = fc.array(link, { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(links, links, links, (found, sure, possible) => {
      const rate = alignmentErrorRate([{ links: found, sure, possible }]);
      expect(rate).toBeGreaterThanOrEqual(0);
      expect(rate).toBeLessThanOrEqual(1);
      expect(alignmentErrorRate([{ links: [...sure, ...possible], sure, possible }])).toBe(0);
    }),
  );
});

test("content weight, by hand", () => {
  const weights = [
    [0.5, 0.3, 0.2],
    [0.1, 0.8, 0.1],
  ];
  const sure: Link[] = [
    [1, 1],
    [0, 0],
    [0, 2],
  ];
  expect(contentWeight([{ weights, content: [true, true], sure }])).toBeCloseTo((0.7 + 0.8) / 2, 12);
  expect(contentWeight([{ weights, content: [false, true], sure }])).toBeCloseTo(0.8, 12);
  // A word without a sure link does not count.
  expect(contentWeight([{ weights, content: [true, true], sure: [[1, 1]] }])).toBeCloseTo(0.8, 12);
  const twice = [
    { weights, content: [false, true], sure },
    { weights, content: [true, false], sure },
  ];
  expect(contentWeight(twice)).toBeCloseTo(0.75, 12);
});
