import { expect, expectNoBarriers, expectNoOverflow, test } from "@saccade/e2e";
import { firstSentence } from "../src/pages/transformer/settings.ts";
import {
  closeTo,
  expectScore,
  inspector,
  most,
  openTransformer,
  press,
  ready,
  scoreInNode,
  trail,
} from "./transformer-page.ts";

test.beforeEach(({ page }) => openTransformer(page));

test("opens on the pronoun’s arcs, its switches and every head, before its weights are there", async ({
  page,
}) => {
  await page.route(/free.*\.safetensors/, () => {}); // they never come
  await page.reload();
  await expect(most(page)).toContainText("“car” (writes “il”) → “tired”");
  await expect(page.locator(".overview .thumb")).toHaveCount(24);
  await expect(page.locator(".board .switch")).toHaveCount(24);
  await expect(page.locator(".translation")).toContainText("car il était trop fatigué");
});

test("in the guided model, “it” attends to the animal that is tired and, after one click, to the street that is wide", async ({
  page,
}) => {
  await page.goto("./#/transformer?below=guided");
  await ready(page);
  await page.locator(".guided-note").getByRole("radio", { name: "guided", exact: true }).check();
  await expect(most(page)).toContainText("“it” → “animal”");
  await expect(page.locator(".head-shown")).toContainText("(guided)");
  await press(page, "wide");
  await expect(most(page)).toContainText("“it” → “street”");
  await expect(page.locator(".translation")).toContainText("car elle était trop large");
  const sentence = firstSentence.with(-2, "wide");
  const { look } = (await inspector("on", "guided")).look({ sentence, positions: "on", net: "guided" });
  const row = await page
    .locator(".sentences .word")
    .evaluateAll((all) => all.map((word) => Number(word.getAttribute("data-weight"))));
  const [it, n] = [look.source.indexOf("it"), look.source.length];
  expect(row).toHaveLength(n);
  for (const [j, weight] of row.entries()) closeTo(weight, look.weights["e2.self"][it * n + j]!);
  await press(page, "tired");
  await expect(most(page)).toContainText("“it” → “animal”");
});

test("zooms from the whole to one number, which is the library's, and back by the trail", async ({
  page,
}) => {
  await ready(page);
  await press(page, "Zoom into Encoder layer 2");
  await expect(page.locator(".layer-view li")).toHaveCount(4);
  await press(page, "Zoom into Encoder layer 2, Self-attention");
  await expect(page.locator(".heads .head")).toHaveCount(4);
  await page.locator(".heads .head").first().click();
  await page.getByRole("button", { name: /^“it” to “animal”:/ }).click();
  await expect(trail(page)).toHaveText(/Transformer.*Encoder layer 2.*Self-attention.*Head 1.*it → animal/);
  const it = firstSentence.indexOf("it");
  await expectScore(
    page,
    await scoreInNode({ positions: "on", attention: "e2.self", head: 0, query: it, key: 1 }),
  );
  await expect(page).toHaveURL(/at=e2\.self.*head=1.*query=8.*key=2/);

  await trail(page).getByRole("button", { name: "Head 1" }).click();
  await expect(page.locator(".weight-grid .cell")).toHaveCount(13 * 13);
  await trail(page).getByRole("button", { name: "Encoder layer 2" }).click();
  await expect(page.locator(".layer-view")).toBeVisible();
  await trail(page).getByRole("button", { name: "Transformer" }).click();
  await expect(page.locator(".overview")).toBeVisible();
});

test("an address leads to a score of any attention, and back and forward go between them", async ({
  page,
}) => {
  await page.goto("./#/transformer?at=d1.cross&head=1&query=10&key=8");
  await expectScore(
    page,
    await scoreInNode({ positions: "on", attention: "d1.cross", head: 0, query: 9, key: 7 }),
  );
  await page.goto("./#/transformer?at=d2.self&head=3&query=5&key=2");
  await expectScore(
    page,
    await scoreInNode({ positions: "on", attention: "d2.self", head: 2, query: 4, key: 1 }),
  );
  await page.goBack();
  await expect(trail(page)).toContainText("Decoder layer 1");
  await expect(trail(page)).toContainText("car → it");
  await page.goForward();
  await expect(trail(page)).toContainText("Decoder layer 2");
});

test("masked cells are marked, and a masked score says so", async ({ page }) => {
  await page.goto("./#/transformer?at=d1.self&head=2");
  await ready(page);
  const cells = page.locator(".weight-grid .cell");
  const n = 15;
  await expect(cells).toHaveCount(n * n);
  await expect(page.locator(".weight-grid .cell.masked")).toHaveCount((n * (n - 1)) / 2);
  await page.locator('[data-cell="2 9"]').click();
  await expect(page.locator(".score-view .outcome").first()).toContainText("masked");
});

test("shows heads side by side, each with where the chosen word looks", async ({ page }) => {
  await page.goto("./#/transformer?net=guided&at=e1.self&query=8");
  await ready(page);
  const heads = page.locator(".heads .head");
  await expect(heads).toHaveCount(4);
  const boxes = await Promise.all([0, 1, 2, 3].map((i) => heads.nth(i).boundingBox()));
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
  await expect(heads.nth(2)).toContainText("“it” → “tired”");
});

test("the three ways of attending stand in one picture, masked cells hatched", async ({ page }) => {
  await page.goto("./#/transformer?below=three");
  const picture = page.locator(".three svg");
  await picture.scrollIntoViewIfNeeded();
  /** The cells of a part, drawn as squares in one path a shade. */
  const cells = (part: string, kind: string): Promise<number> =>
    picture
      .locator(`.part.${part} .${kind}`)
      .evaluateAll((paths) => paths.flatMap((path) => path.getAttribute("d")?.match(/M/g) ?? []).length);
  await expect.poll(() => cells("self", "seen")).toBe(13 * 13);
  expect(await cells("cross", "seen")).toBe(15 * 13);
  expect(await cells("causal", "seen")).toBe((15 * 16) / 2);
  expect(await cells("causal", "hidden")).toBe((15 * 14) / 2);
  await page.locator(".three").getByRole("radio", { name: "3", exact: true }).check();
  await expect(page).toHaveURL(/three-head=3/);
});

test("the reader's own sentence is made of words from the vocabulary, and stands in the address", async ({
  page,
}) => {
  await page.goto("./#/transformer?net=guided");
  await ready(page);
  await page.getByText("Change the sentence").click();
  await page.getByLabel("Word 2, “animal”").selectOption("tortoise");
  await page.getByLabel("Word 6, “street”").selectOption("garden");
  await expect(page.locator(".translation")).toContainText("car elle était trop fatiguée");
  await expect(most(page)).toContainText("“it” → “tortoise”");
  await page.getByLabel("Word 11, “tired”").selectOption("− Remove this word");
  await expect(page.locator(".sentences .word")).toHaveCount(12);
  await page.getByLabel("Word 11, “.”").selectOption("+ Insert a word here");
  await page.getByLabel("Word 11, “.”").selectOption("hungry");
  await expect(page.locator(".translation")).toContainText("car elle était trop affamée.");
  await expect(page).toHaveURL(/hungry/);
  await page.reload();
  await expect(page.locator(".translation")).toContainText("la tortue n'a pas traversé le jardin");
});

test("a sentence in the address with an unknown word is refused, and the first one stays", async ({
  page,
}) => {
  await page.goto("./#/transformer?s=the+elephant+slept");
  await page.reload();
  await expect(page.locator(".address-notes")).toContainText("elephant");
  await expect(page.locator(".sentences .word")).toHaveCount(13 + 15); // read, and written
});

test("weights that do not come are named, and the page stays", async ({ page }) => {
  await page.goto("about:blank");
  await page.route(/free.*\.safetensors/, (route) => route.fulfill({ status: 200, body: "damaged" }));
  await page.goto("./#/transformer");
  await expect(page.locator(".transformer > .problem")).toContainText("damaged");
  await expect(most(page)).toContainText("“tired”");
});

test("works by keyboard: a word, a head, a cell", async ({ page }) => {
  await ready(page);
  await page.getByRole("button", { name: "Look from “tired”" }).press("Enter");
  await expect(most(page)).toContainText("“tired” →");
  await page.goto("./#/transformer?net=guided&at=e2.self&head=1&query=8");
  await expect(page.locator(".row-bars .chosen")).toContainText("animal");
  await page.locator('.cell[tabindex="0"]').focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(trail(page)).toContainText("it → didn't");
  // The focus goes with what is zoomed into.
  await page.goto("./#/transformer");
  await page
    .getByRole("button", { name: "Zoom into Encoder layer 1, Self-attention, head 2" })
    .press("Enter");
  await expect(page.locator(".level")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.locator(".level :focus")).toHaveCount(1);
});

test("no percentage lies on another, whatever word and head are looked at", async ({ page }) => {
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 812 });
    for (const at of ["e1.self", "e2.self", "d1.self", "d1.cross"]) {
      for (const query of [1, 3, 4, 6, 11]) {
        await page.goto(`./#/transformer?at=${at}&head=${1 + (query % 4)}&query=${query}`);
        await ready(page);
        await expect(page.locator(`.sentences[data-attention="${at}"]`)).toBeVisible();
        const boxes = await page.locator(".sentences .share").evaluateAll((all) =>
          all.map((one) => {
            const { left, right, top, bottom } = one.getBoundingClientRect();
            return { left, right, top, bottom };
          }),
        );
        for (const [i, a] of boxes.entries()) {
          for (const b of boxes.slice(i + 1)) {
            const apart = a.right <= b.left + 0.5 || b.right <= a.left + 0.5 || a.bottom <= b.top + 4;
            expect(apart || b.bottom <= a.top + 4, `${at} ${query} at ${width}`).toBe(true);
          }
        }
      }
    }
  }
});

test("a presenter's words are as large as the rest of the page", async ({ page }) => {
  const high = async (): Promise<number> =>
    (await page.locator(".sentences .word .back").first().boundingBox())?.height ?? 0;
  const before = await high();
  await page.getByRole("button", { name: "Present" }).click();
  await expect.poll(high).toBeGreaterThan(1.2 * before);
});

test("on a phone, what is zoomed into from far down is in sight", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await ready(page);
  await page.getByRole("button", { name: "Zoom into Decoder layer 2, Cross-attention, head 4" }).click();
  await expect(page.locator(".weight-grid .cell")).toHaveCount(15 * 13);
  await expect(trail(page)).toBeInViewport();
});

test("zooms in motion, and leaves nothing behind", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await ready(page);
  await page.getByRole("button", { name: "Zoom into Encoder layer 2, Self-attention, head 1" }).click();
  await page.getByRole("button", { name: /^“it” to “animal”:/ }).click();
  await expect(page.locator(".products .product td")).toHaveCount(16);
  await trail(page).getByRole("button", { name: "Transformer" }).click();
  await expect(page.locator(".overview .thumb")).toHaveCount(24);
  await expect(page.locator("[style*=view-transition-name]")).toHaveCount(0);
});

const depths = [
  "",
  "?below=positions",
  "?below=three&broken=d1.cross.2-off",
  "?broken=e2.self.2-off,d1.cross.2-off",
  "?at=d1",
  "?at=d1.cross",
  "?at=d1.self&head=1",
  "?at=e2.self&head=1&query=8&key=2",
  "?at=out",
  "?at=src.positions",
];
// Colours do not depend on the width, nor what stands where on the theme.
for (const [theme, width, height] of [
  ["light", 375, 812],
  ["dark", 1280, 800],
] as const) {
  test(`has no barriers and fits at any depth, ${theme}, ${width} px`, async ({ page }) => {
    test.slow(); // axe is
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height });
    for (const depth of depths) {
      await page.goto(`./#/transformer${depth}`);
      await ready(page);
      await expectNoOverflow(page);
      await expectNoBarriers(page, "moderate");
      const tall = await page.evaluate(() => document.documentElement.scrollHeight);
      if (width === 375) expect(tall, depth).toBeLessThanOrEqual(5 * height);
    }
  });
}
