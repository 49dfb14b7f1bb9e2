import type { Locator, Page } from "@playwright/test";
import { expect, expectNoBarriers, expectNoOverflow, test } from "@saccade/e2e";
import { firstSentence } from "../src/pages/transformer/settings.ts";
import { switchField } from "../src/pages/transformer/switches.ts";
import { closeTo, inspector, openTransformer, read, ready } from "./transformer-page.ts";

test.beforeEach(({ page }) => openTransformer(page));

const head = (page: Page, name: string): Locator => page.locator(`.board [data-head="${name}"]`);
const status = (page: Page): Locator => page.locator(".break-said");
const lead = async (page: Page): Promise<number> =>
  read(await page.locator("[data-number=lead]").textContent());
const inNode = async (switches: string) => {
  const ask = { sentence: firstSentence, positions: "on", switches: switchField.parse(switches)! } as const;
  return (await inspector()).look(ask).look;
};

test("a visitor who only clicks flips the pronoun: any head, then one that the bars show", async ({
  page,
}) => {
  await ready(page);
  await expect(status(page)).toContainText("until “il” becomes “elle”");
  await head(page, "d1.cross.2").click();
  await expect(status(page)).toContainText("1 head: still “il”");
  await expect(page.locator(".successor")).toContainText("took over");
  await page.locator(".switch.would-flip").first().click();
  await expect(status(page)).toContainText("2 heads: “il” became “elle”");
  await expect(page.locator(".translation")).toContainText("car elle était");
  await expect(page.locator(".best")).toHaveAttribute("data-size", "2");
  await expect(page.locator(".best")).toContainText("No head alone does it (off); of the 276 pairs,");
});

test("the pronoun's numbers are the library's, each with its difference", async ({ page }) => {
  await page.goto("./#/transformer?broken=d1.cross.2-off");
  await ready(page);
  await expect(status(page)).toContainText("1 head");
  const { pronoun } = await inNode("d1.cross.2-off");
  closeTo(await lead(page), Number(pronoun!.now.lead.toFixed(1)));
  const change = (pronoun!.now.lead - pronoun!.untouched.lead).toFixed(1).replace("-", "−");
  await expect(page.locator(".meter p .change")).toHaveText(`(${change})`);
  await expect(page.locator('.meter [data-word="il"]')).toContainText("99");
});

test("a set is kept in the address, comes back with it, and is replaced by a smaller one only", async ({
  page,
}) => {
  await page.goto("./#/transformer?broken=e1.self.1-off,e2.self.2-off,d1.cross.2-off");
  await ready(page);
  await expect(page.locator(".best")).toHaveAttribute("data-size", "3");
  await expect(page).toHaveURL(/best=e1\.self\.1-off/);
  await head(page, "e1.self.1").click();
  await expect(page.locator(".best")).toHaveAttribute("data-size", "2");
  await head(page, "e1.self.2").click();
  await expect(status(page)).toContainText("3 heads");
  await expect(page.locator(".best")).toHaveAttribute("data-size", "2");
  await page.getByRole("button", { name: "All heads on" }).click();
  await expect(page.locator(".translation")).toContainText("car il était");
  // The address follows a little later; a reload reads it.
  await expect(page).toHaveURL(/transformer\?best=e2\.self\.2-off/);
  await page.reload();
  await page.getByRole("button", { name: "Switch to your smallest set" }).click();
  await expect(status(page)).toContainText("2 heads: “il” became “elle”");
  await expect(page).toHaveURL(/broken=e2\.self\.2-off%2Cd1\.cross\.2-off/);
});

test("a set in the address that does not flip the pronoun is not shown, and one that cannot be read is refused", async ({
  page,
}) => {
  await page.goto("./#/transformer?best=e1.self.1-off");
  await ready(page);
  await expect(page.locator(".best")).toHaveCount(0);
  await page.goto("about:blank");
  await page.goto("./#/transformer?broken=e7.self.1-off");
  await expect(page.locator(".address-notes")).toContainText("e7.self.1-off");
});

test("heads become uniform, and frozen from the sentence with the other ending", async ({ page }) => {
  await ready(page);
  const click = page.locator(".break-tools");
  await click.getByRole("radio", { name: "uniform" }).check();
  await head(page, "d1.self.4").click();
  await expect(head(page, "d1.self.4")).toHaveAccessibleName(/^Head 4: uniform/);
  await click.getByRole("radio", { name: "frozen" }).check();
  await expect(click).toContainText("because it was too wide.");
  await head(page, "d1.cross.4").click();
  await expect(head(page, "d1.cross.4")).toHaveAttribute("aria-pressed", "true");
  await expect(status(page)).toContainText("2 heads");
  const { pronoun } = await inNode("d1.self.4-even,d1.cross.4-frozen");
  await expect.poll(() => lead(page)).toBeCloseTo(pronoun!.now.lead, 1);
});

test("one head's switch has all four states, and its bars their differences", async ({ page }) => {
  await page.goto("./#/transformer?at=d1.cross&head=2&query=10");
  await ready(page);
  const states = page.locator(".head-view").getByRole("radio");
  await expect(states).toHaveCount(4);
  await page.locator(".head-view").getByRole("radio", { name: "uniform" }).check();
  await expect(page).toHaveURL(/broken=d1\.cross\.2-even/);
  await expect(page.locator(".row-bars li").first()).toContainText("7.7"); // one of 13
  await expect(page.locator(".row-bars .change").filter({ hasText: "−" }).first()).toBeVisible();
});

test("works by keyboard, and Undo takes a switch back", async ({ page }) => {
  await ready(page);
  await head(page, "d1.cross.2").focus();
  await page.keyboard.press("Space");
  await expect(head(page, "d1.cross.2")).toHaveAttribute("aria-pressed", "true");
  await expect(head(page, "d1.cross.2")).toBeFocused();
  await expect(page).toHaveURL(/broken/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(head(page, "d1.cross.2")).toHaveAttribute("aria-pressed", "false");
});

test("a place is patched by a click on the map, and the pronoun follows", async ({ page }) => {
  await ready(page);
  const map = page.locator(".patch-map");
  await expect(map.locator(".source .patch-cell")).toHaveCount(3 * 13);
  await expect(map.locator(".target .patch-cell")).toHaveCount(2 * 10);
  const { rows } = (await inspector()).patches({ sentence: firstSentence, positions: "on" });
  const tired = firstSentence.indexOf("tired");
  const cell = map.getByRole("button", { name: /^Layer 2, “tired”/ });
  await expect(cell).toHaveAccessibleName(
    `Layer 2, “tired”: lead ${rows[2]!.leads[tired]!.toFixed(1).replace("-", "−")}`,
  );
  await cell.click();
  await expect(cell).toHaveAttribute("aria-pressed", "true");
  await expect(status(page)).toContainText("One patched vector: “il” became “elle”");
  await expect(page).toHaveURL(/patch=e2\.11/);
  await map.getByRole("button", { name: /^Layer 2, “it”/ }).click();
  await expect(status(page)).toContainText("One patched vector: still “il”");
});

// Colours do not depend on the width, nor what stands where on the theme.
for (const [theme, width, language] of [
  ["light", 1280, "en"],
  ["dark", 375, "zh"],
] as const) {
  test(`has no barriers and fits, ${theme}, ${width} px, ${language}`, async ({ page }) => {
    test.slow(); // axe is
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 812 });
    for (const state of [
      "broken=d1.cross.2-off",
      "broken=e2.self.2-off,d1.cross.4-frozen&click=frozen",
      "patch=e2.11",
    ]) {
      await page.goto(`./#/transformer?lang=${language}&${state}`);
      await ready(page);
      await expect(page.locator(".outcome-of-break .change").first()).not.toBeEmpty();
      await expectNoOverflow(page);
      await expectNoBarriers(page, "moderate");
    }
  });
}
