import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { firstSentence } from "../../src/pages/transformer/settings.ts";
import {
  all,
  box,
  button,
  css,
  expectAddress,
  expectCount,
  expectNoBarriers,
  expectNoOverflow,
  field,
  focus,
  goTo,
  press as keys,
  media,
  open,
  reopen,
  screens,
  scrollTo,
  silentWorkers,
  texts,
  windowOf,
} from "../shown.ts";
import { expectClose, expectScore, inspector, most, openReady, press, trail } from "./beside.ts";

const end = (word: string): Promise<void> =>
  css(".editor").getByRole("radio", { name: word, exact: true }).click();

test("opens on the pronoun’s arcs, its switches and every head, before its weights are there", async () => {
  silentWorkers();
  await open("#/transformer");
  await expect
    .element(most)
    .toHaveTextContent("“il” is the animal: to write it, this head looks at “tired” (56 %)");
  await expect.element(css(".why")).toHaveTextContent("1.3 in score above the next, “<eos>”");
  await expectCount(".overview .thumb", 24);
  await expectCount(".board .switch", 24);
  await expect.element(css(".translation")).toHaveTextContent("car il était trop fatigué");
});

test("where no head looks at the adjective, that is said, and what a mark of the sentence’s end is", async () => {
  await openReady();
  expect(all(".about-mark")).toEqual([]);
  await end("wide");
  await expect
    .element(most)
    .toHaveTextContent("“elle” is the street, but no head looks mostly at “wide” here");
  expect(all(".why")).toEqual([]);
  await expect.element(css(".about-mark")).toHaveTextContent("“<eos>” is not a word");
});

test("in the guided model, “it” attends to the animal that is tired and, after one click, to the street that is wide", async () => {
  await openReady("?below=guided");
  await css(".guided-note").getByRole("radio", { name: "guided", exact: true }).click();
  await expect.element(most).toHaveTextContent("“it” → “animal”");
  await expect.element(css(".head-shown")).toHaveTextContent("(guided)");
  await end("wide");
  await expect.element(most).toHaveTextContent("“it” → “street”");
  await expect.element(css(".translation")).toHaveTextContent("car elle était trop large");
  const sentence = firstSentence.with(-2, "wide");
  const { look } = (await inspector("on", "guided")).look({ sentence, positions: "on", net: "guided" });
  const row = all(".sentences .word[data-weight]").map((word) => Number(word.getAttribute("data-weight")));
  const [it, n] = [look.source.indexOf("it"), look.source.length];
  expect(row).toHaveLength(n);
  for (const [j, weight] of row.entries()) expectClose(weight, look.weights["e2.self"][it * n + j]!);
  await end("tired");
  await expect.element(most).toHaveTextContent("“it” → “animal”");
});

test("zooms from the whole to one number, which is the library's, and back by the trail", async () => {
  await openReady();
  await press("Zoom into Encoder layer 1");
  await expectCount(".layer-view li", 4);
  await press("Zoom into Encoder layer 1, Self-attention");
  await expectCount(".heads .head", 4);
  await css(".heads .head").first().click();
  await button(/^“it” to “animal”:/).click();
  await expect
    .element(trail)
    .toHaveTextContent(/Transformer.*Encoder layer 1.*Self-attention.*Head 0.*it → animal/);
  const query = firstSentence.indexOf("it");
  await expectScore({ positions: "on", attention: "e2.self", head: 0, query, key: 1 });
  await expectAddress(/at=e2\.self.*head=1.*query=8.*key=2/);

  await trail.getByRole("button", { name: "Head 0" }).click();
  await expectCount(".weight-grid .cell", 13 * 13);
  await trail.getByRole("button", { name: "Encoder layer 1" }).click();
  await expect.element(css(".layer-view")).toBeVisible();
  await trail.getByRole("button", { name: "Transformer" }).click();
  await expect.element(css(".overview")).toBeVisible();
});

test("an address leads to a score of any attention, and back and forward go between them", async () => {
  await open("#/transformer?at=d1.cross&head=1&query=10&key=8");
  await expectScore({ positions: "on", attention: "d1.cross", head: 0, query: 9, key: 7 });
  await goTo("#/transformer?at=d2.self&head=3&query=5&key=2");
  await expect.element(trail).toHaveTextContent("Decoder layer 1");
  await expectScore({ positions: "on", attention: "d2.self", head: 2, query: 4, key: 1 });
  history.back();
  await expect.element(trail).toHaveTextContent("Decoder layer 0");
  await expect.element(trail).toHaveTextContent("car → it");
  history.forward();
  await expect.element(trail).toHaveTextContent("Decoder layer 1");
});

test("masked cells are marked, and a masked score says so", async () => {
  await openReady("?at=d1.self&head=2");
  const n = 15;
  await expectCount(".weight-grid .cell", n * n);
  await expectCount(".weight-grid .cell.masked", (n * (n - 1)) / 2);
  await css('[data-cell="2 9"]').click();
  await expect.element(css(".score-view .outcome").first()).toHaveTextContent("masked");
});

test("shows heads side by side, each with where the chosen word looks", async () => {
  await openReady("?net=guided&at=e1.self&query=8");
  await expectCount(".heads .head", 4);
  expect(new Set(all(".heads .head").map((head) => head.getBoundingClientRect().y)).size).toBe(1);
  await expect.element(css(".heads .head").nth(2)).toHaveTextContent("“it” → “tired”");
});

test("one picture shows the three kinds of attention, with masked cells hatched", async () => {
  await open("#/transformer?below=three");
  await scrollTo(".three");
  /** The cells of a part, drawn as squares in one path a shade. */
  const cells = (part: string, kind: string): number =>
    all(`.three svg .part.${part} .${kind}`).flatMap((path) => path.getAttribute("d")?.match(/M/g) ?? [])
      .length;
  await expect.poll(() => cells("self", "seen")).toBe(13 * 13);
  expect(cells("cross", "seen")).toBe(15 * 13);
  expect(cells("causal", "seen")).toBe((15 * 16) / 2);
  expect(cells("causal", "hidden")).toBe((15 * 14) / 2);
  await css(".three").getByRole("radio", { name: "3", exact: true }).click();
  await expectAddress(/three-head=4/);
});

test("the reader's own sentence is made of words from the vocabulary, and is in the address", async () => {
  await openReady("?net=guided");
  const translation = css(".translation");
  await page.getByText("Change the sentence").click();
  const own = field("Sentence");
  await own.fill("The tortoise didn’t cross the garden because it was too tired.");
  await expect.element(translation).toHaveTextContent("car elle était trop fatiguée");
  await expect.element(most).toHaveTextContent("“it” → “tortoise”");
  // What cannot be read stays in the field, and the sentence before stays on the page.
  await own.fill("the tortoise didn't cross the elephant .");
  await expect.element(css(".own [role=status]")).toHaveTextContent("does not know “elephant”");
  await own.fill("the ".repeat(16));
  await expect.element(css(".own [role=status]")).toHaveTextContent("reads 1 to 15 words");
  await expectCount(".sentences .word", 13);
  await own.fill("the tortoise didn't cross the garden because it was too hungry .");
  await expect.element(translation).toHaveTextContent("car elle était trop affamée.");
  await expectAddress(/hungry/);
  await reopen();
  await expect.element(translation).toHaveTextContent("la tortue n'a pas traversé le jardin");
});

test("a sentence in the address with an unknown word is refused, and the first one stays", async () => {
  await open("#/transformer?s=the+elephant+slept");
  await expect.element(css(".address-notes")).toHaveTextContent("elephant");
  await expectCount(".sentences .word", 13 + 14); // read, and written
});

test("works by keyboard: a word, a head, a cell", async () => {
  await openReady();
  await focus(button("Look from “tired”"));
  await keys("{Enter}");
  await expect.element(most).toHaveTextContent("“tired” →");
  await openReady("?net=guided&at=e2.self&head=1&query=8");
  await expect.element(css(".row-bars .chosen")).toHaveTextContent("animal");
  await focus(css('.cell[tabindex="0"]'));
  await keys("{ArrowRight}{Enter}");
  await expect.element(trail).toHaveTextContent("it → didn't");
  // The focus goes with what is zoomed into.
  await openReady();
  await focus(button("Zoom into Encoder layer 0, Self-attention, head 1"));
  await keys("{Enter}");
  await expect.element(css(".level")).toHaveFocus();
  await keys("{Tab}");
  expect(all(".level :focus")).toHaveLength(1);
});

test.each([375, 1280])(
  "no percentage lies on another, whatever word and head are looked at: %i px",
  async (width) => {
    await windowOf(width);
    await openReady("?at=e1.self&head=1&query=1");
    for (const at of ["e1.self", "e2.self", "d1.self", "d1.cross"]) {
      for (const query of [1, 3, 4, 6, 11]) {
        await goTo(`#/transformer?at=${at}&head=${1 + (query % 4)}&query=${query}`);
        await expect.element(css(`.sentences[data-attention="${at}"]`)).toBeVisible();
        const boxes = all(".sentences .share").map((one) => one.getBoundingClientRect());
        for (const [i, a] of boxes.entries()) {
          for (const b of boxes.slice(i + 1)) {
            const apart = a.right <= b.left + 0.5 || b.right <= a.left + 0.5 || a.bottom <= b.top + 4;
            expect(apart || b.bottom <= a.top + 4, `${at} ${query}`).toBe(true);
          }
        }
      }
    }
  },
);

test("a presenter's words are as large as the rest of the page", async () => {
  await openReady();
  const before = box(".sentences .word .back").height;
  await button("Present").click();
  await expect.poll(() => box(".sentences .word .back").height).toBeGreaterThan(1.2 * before);
});

test("on a phone, what is zoomed into from far down is in sight", async () => {
  await windowOf(375);
  await openReady();
  await press("Zoom into Decoder layer 1, Cross-attention, head 3");
  await expectCount(".weight-grid .cell", 15 * 13);
  await expect.element(trail).toBeInViewport();
});

test("zooms in motion, and leaves nothing behind", async () => {
  await media({ reducedMotion: "no-preference" });
  await openReady();
  // While it moves, a click meets the picture of the page and not the page.
  const atRest = (): Promise<void> => expectCount("[style*=view-transition-name]", 0);
  await press("Zoom into Encoder layer 1, Self-attention, head 0");
  await atRest();
  await button(/^“it” to “animal”:/).click();
  await expectCount(".products .product td", 16);
  await atRest();
  await trail.getByRole("button", { name: "Transformer" }).click();
  await expectCount(".overview .thumb", 24);
  await atRest();
});

// Colours do not depend on the width, and the layout does not depend on the theme; axe checks each depth once.
test.each([
  ["", "light", 375, "en"],
  ["?below=positions", "dark", 1280, "en"],
  ["?below=three&broken=d1.cross.2-off", "light", 375, "zh"],
  ["?broken=e2.self.2-off,d1.cross.4-frozen&click=frozen", "dark", 375, "zh"],
  ["?patch=e2.11", "light", 1280, "en"],
  ["?at=d1", "dark", 1280, "en"],
  ["?at=d1.cross", "light", 375, "en"],
  ["?at=d1.self&head=1", "dark", 1280, "zh"],
  ["?at=e2.self&head=1&query=8&key=2", "light", 375, "en"],
  ["?at=out", "dark", 375, "en"],
  ["?at=src.positions", "light", 1280, "en"],
] as const)(
  "has no barriers and fits at any depth: %s, %s, %i px, %s",
  async (depth, colorScheme, width, lang) => {
    await media({ colorScheme });
    await windowOf(width);
    await openReady(`${depth === "" ? "?" : `${depth}&`}lang=${lang}`);
    await expectNoBarriers();
    for (const other of [width, width === 375 ? 1280 : 375]) {
      await windowOf(other);
      await expectNoOverflow();
      if (other === 375) expect(screens(), depth).toBeLessThanOrEqual(5);
    }
    expect(texts(".transformer > .problem").join("")).toBe("");
  },
);
