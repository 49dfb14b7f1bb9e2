import { seededRandom } from "@saccade/figures/ui";
import { expect, it } from "vitest";
import { drawPair } from "../../scripts/train/transformer.ts";
import {
  animals,
  longestSource,
  longestTarget,
  ofAnimals,
  places,
  source,
  target,
} from "../../src/pages/transformer/language.ts";

const random = seededRandom(1);
const pairs = Array.from({ length: 3000 }, () => drawPair(random));

it("every word of every sentence is in the vocabularies, and every sentence fits", () => {
  for (const pair of pairs) {
    expect(source.ids(pair.source)).toHaveLength(pair.source.length);
    expect(target.ids(pair.target)).toHaveLength(pair.target.length);
    expect(pair.source.length).toBeLessThan(longestSource);
    expect(pair.target.length).toBeLessThan(longestTarget);
  }
});

it("the pronoun has the gender of the noun that the adjective is about", () => {
  const because = pairs.filter(({ meant }) => meant !== null);
  expect(because.length).toBeGreaterThan(1000);
  for (const { source: words, target: french, meant } of because) {
    const adjective = words.at(-2)!;
    const nouns = ofAnimals.some(({ en }) => en === adjective) ? animals : places;
    const noun = nouns.find(({ en }) => en === words[meant!])!;
    expect(noun, words.join(" ")).toBeDefined();
    expect(french[french.indexOf("car") + 1]).toBe(noun.feminine ? "elle" : "il");
  }
});

it("the animal and the street are held out, and so is each noun with one other only", () => {
  const known = pairs.find(
    ({ source: words, nouns }) => words[nouns[0]] === "animal" && words[nouns[1]] === "street",
  );
  expect(known?.heldOut).toBe(true);
  for (const { en } of animals) {
    const others = pairs.filter(
      ({ source: words, heldOut }) => heldOut && words.includes(en) && words.includes("because"),
    );
    const beside = new Set(others.flatMap(({ source: words, nouns }) => nouns.map((i) => words[i])));
    expect(beside.size).toBe(2);
  }
});

it("an adjective that stands before its noun stands after it in French", () => {
  const pair = pairs.find(({ source: words }) => words.slice(0, 3).join(" ") === "the tired dog");
  expect(pair?.target.slice(0, 3).join(" ")).toBe("le chien fatigué");
});
