import { expect, test } from "vitest";
import type { Locator } from "vitest/browser";
import { firstSentence } from "../../src/pages/transformer/settings.ts";
import { switchField } from "../../src/pages/transformer/switches.ts";
import { button, css, expectAddress, expectCount, focus, open, press, text, texts } from "../shown.ts";
import { expectScore, inspector, most, openReady, positions, read } from "./beside.ts";

const head = (name: string): Locator => css(`.board [data-head="${name}"]`);
const status = css(".break-said");
const lead = (): number => read(text("[data-number=lead]"));
const translation = css(".translation");

async function pronounOf(switches: string) {
  const ask = { sentence: firstSentence, positions: "on", switches: switchField.parse(switches)! } as const;
  return (await inspector()).look(ask).look.pronoun!;
}

test("the arcs of a head that is off are dimmed, and said to be", async () => {
  await openReady("?broken=d1.cross.4-off");
  await expect.element(css(".word-arcs.off")).toBeVisible();
  await expect.element(css(".head-shown")).toHaveTextContent("head 3 (off)");
  await head("d1.cross.4").click();
  await expectCount(".word-arcs.off", 0);
});

test("a visitor who only clicks flips the pronoun: any head, then one that the bars show", async () => {
  await openReady();
  await expect.element(status).toHaveTextContent("until “il” becomes “elle”");
  await head("d1.cross.2").click();
  await expect.element(status).toHaveTextContent("1 head: still “il”");
  await expect.element(css(".successor")).toHaveTextContent("took over");
  await css(".switch.would-flip").first().click();
  await expect.element(status).toHaveTextContent("2 heads: “il” became “elle”");
  await expect.element(translation).toHaveTextContent("car elle était");
  await expect.element(css(".fewest")).toHaveTextContent("No head alone does it (off); of the 276 pairs,");
});

test("the pronoun's numbers are the library's, each with its difference", async () => {
  await openReady("?broken=d1.cross.2-off");
  await expect.element(status).toHaveTextContent("1 head");
  const pronoun = await pronounOf("d1.cross.2-off");
  await expect.poll(lead).toBeCloseTo(Number(pronoun.now.lead.toFixed(1)), 5);
  const change = (pronoun.now.lead - pronoun.untouched.lead).toFixed(1).replace("-", "−");
  expect(text(".meter p .change")).toBe(`(${change})`);
  await expect.element(css('.meter [data-word="il"]')).toHaveTextContent("99");
});

test("heads in the address that cannot be read are refused", async () => {
  await open("#/transformer?broken=e7.self.1-off");
  await expect.element(css(".address-notes")).toHaveTextContent("e7.self.1-off");
});

test("heads become uniform, and frozen from the sentence with the other ending", async () => {
  await openReady();
  const tools = css(".break-tools");
  await tools.getByRole("radio", { name: "uniform" }).click();
  await head("d1.self.4").click();
  await expect.element(head("d1.self.4")).toHaveAccessibleName(/^Head 3: uniform/);
  await tools.getByRole("radio", { name: "frozen" }).click();
  await expect.element(tools).toHaveTextContent("because it was too wide.");
  await head("d1.cross.4").click();
  await expect.element(head("d1.cross.4")).toHaveAttribute("aria-pressed", "true");
  await expect.element(status).toHaveTextContent("2 heads");
  const pronoun = await pronounOf("d1.self.4-even,d1.cross.4-frozen");
  await expect.poll(lead).toBeCloseTo(pronoun.now.lead, 1);
});

test("a head that is made uniform in its own view shows what changed", async () => {
  await openReady("?at=d1.cross&head=2&query=10&click=even");
  await head("d1.cross.2").click();
  await expectAddress(/broken=d1\.cross\.2-even/);
  await expect.element(css(".row-bars li").first()).toHaveTextContent("7.7"); // one of 13
  expect(texts(".row-bars .change").some((change) => change.includes("−"))).toBe(true);
});

test("works by keyboard, and Undo takes a switch back", async () => {
  await openReady();
  await focus(head("d1.cross.2"));
  await press(" ");
  await expect.element(head("d1.cross.2")).toHaveAttribute("aria-pressed", "true");
  await expect.element(head("d1.cross.2")).toHaveFocus();
  await expectAddress(/broken/);
  await button(/^Undo/).click();
  await expect.element(head("d1.cross.2")).toHaveAttribute("aria-pressed", "false");
});

test("a place is patched by a click on the map, and the pronoun follows", async () => {
  await openReady();
  await expectCount(".patch-map .source .patch-cell", 3 * 13);
  await expectCount(".patch-map .target .patch-cell", 2 * 10);
  const { rows } = (await inspector()).patches({ sentence: firstSentence, positions: "on" });
  const tired = firstSentence.indexOf("tired");
  const cell = css(".patch-map").getByRole("button", { name: /^Layer 1, “tired”/ });
  const wanted = rows[2]!.leads[tired]!.toFixed(1).replace("-", "−");
  await expect.element(cell).toHaveAccessibleName(`Layer 1, “tired”: lead ${wanted}`);
  await cell.click();
  await expect.element(cell).toHaveAttribute("aria-pressed", "true");
  await expect.element(status).toHaveTextContent("One patched vector: “il” became “elle”");
  await expectAddress(/patch=e2\.11/);
  await css(".patch-map")
    .getByRole("button", { name: /^Layer 1, “it”/ })
    .click();
  await expect.element(status).toHaveTextContent("One patched vector: still “il”");
});

test("without positions the weights change, and two sentences of the same words are translated alike", async () => {
  await openReady("?net=guided&at=e1.self&head=3&query=8");
  await expect.element(most).toHaveTextContent("“tired” 100 %");
  const before = texts(".row-bars li");
  await positions("taken away");
  await expect.poll(() => texts(".row-bars li")).not.toEqual(before);
  await openReady("?net=guided&positions=off&below=positions");
  const note = css(".positions-note");
  const result = note.css(".result");
  await note.getByRole("button", { name: "dog follows cat" }).click();
  await expect.element(result).toHaveTextContent("the dog followed the cat . → le chat a suivi le chien.");
  await note.getByRole("button", { name: "cat follows dog" }).click();
  await expect.element(result).toHaveTextContent("the cat followed the dog . → le chat a suivi le chien.");
  await positions("on");
  await note.getByRole("button", { name: "dog follows cat" }).click();
  await expect.element(result).toHaveTextContent("→ le chien a suivi le chat.");
});

test("a second model, trained without positions, is as the library computes it, down to its numbers", async () => {
  const sentence = "the dog followed the cat .".split(" ");
  await openReady(`?s=${sentence.join("+")}`);
  await expect.element(translation).toHaveTextContent("le chien a suivi le chat.");
  await positions("never had");
  await expect.element(css(".positions-said")).toHaveTextContent("trained without positions");
  const { look } = (await inspector("never")).look({ sentence, positions: "never" });
  await expect.poll(() => texts(".translation button")).toEqual(look.target.slice(0, -1));
  await open("#/transformer?positions=never&at=d1.cross&head=1&query=10&key=8");
  const at = { attention: "d1.cross", head: 0, query: 9, key: 7 } as const;
  await expectScore({ positions: "never", ...at });
  await positions("on");
  await expectCount(".positions-said", 0);
  await expectScore({ positions: "on", ...at });
});
