import { existsSync, readFileSync, statSync } from "node:fs";
import { demoTitles } from "@saccade/figures/walk/demo-titles";
import { expect, it } from "vitest";
import { parsePlace } from "../../src/app/address.ts";
import { sharedAddress, shownAddress } from "../../src/export/shared-address.ts";

const home = "https://host.example/demo/";
const shared = (hash: string, language = "en", from = home): string =>
  sharedAddress(parsePlace(hash), language, from);

it.each([
  ["#/transformer?s=the+cat&broken=d1.cross.4-off", "en", "transformer/?s=the+cat&broken=d1.cross.4-off"],
  ["#/scoring", "zh", "zh/scoring/"],
  ["#/scoring?lang=zh&present=1&cut=0.1", "zh", "zh/scoring/?cut=0.1"], // these are the reader's own
  ["", "en", "opening/"],
  ["#/nowhere?s=a", "en", "opening/?s=a"],
])("gives the page that says what %s is, in %s", (hash, language, wanted) => {
  expect(shared(hash, language)).toBe(home + wanted);
  expect(shared(hash, language, `${home}index.html?lang=zh#/speed`)).toBe(home + wanted);
});

it("shows a state that nobody would type without it", () => {
  const short = shared("#/transformer?s=the+cat");
  expect(shownAddress(short)).toBe(short);
  expect(shownAddress(shared(`#/translator?run=${"a".repeat(2000)}`))).toBe(`${home}translator/`);
});

it.each(Object.keys(demoTitles))("the card of %s is there, of the size that sites show", (name) => {
  const file = new URL(`../../public/cards/${name}.png`, import.meta.url);
  expect(existsSync(file), "run pnpm --filter @saccade/demo make-cards").toBe(true);
  expect(statSync(file).size).toBeLessThanOrEqual(100_000);
  const png = readFileSync(file);
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
});
