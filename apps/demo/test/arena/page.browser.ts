import { expect, test } from "vitest";
import { page } from "vitest/browser";
import {
  button,
  css,
  expectAddress,
  expectCount,
  expectNoBarriers,
  expectNoOverflow,
  media,
  open,
  text,
  windowOf,
} from "../shown.ts";

const status = css(".arena .status");
const shares = (): number[] =>
  [...text(".arena .keys").matchAll(/(\d+) %/g)].map(([, share]) => Number(share));
const marks = (side: "blue" | "orange"): string => text(`.tokens .${side}`);

test("a film of recall is there before anything is trained, and both answer its questions at each step", async () => {
  await open("#/arena");
  await expect.element(status).toHaveTextContent("Trained in advance: seed 0, step 250 and 250 of 250");
  await expectCount(".tokens .asks", 4);
  expect(shares()[0]).toBeGreaterThan(95);
  expect(shares()[1]).toBeLessThan(90);
  expect(marks("blue")).toContain("✓");
  await css(".arena .reel input").fill("0");
  await expect.poll(() => Math.max(...shares())).toBeLessThan(20);
  // Another mechanism has a film of its own.
  await page.getByRole("group", { name: "Second" }).getByText("DeltaNet", { exact: true }).click();
  await expect.element(css(".arena .keys")).toHaveTextContent("DeltaNet, which replaces");
  await expectAddress(/right=deltaNet$/);
  await expect.poll(() => shares()[1]).toBeGreaterThan(95);
});

test("the film plays at first sight, unless motion is unwanted", async () => {
  await media({ reducedMotion: "no-preference" });
  await open("#/arena");
  await expect.element(button("Stop")).toBeVisible();
  await expect.element(button("Play")).toBeVisible();
});

test("two networks learn parity in the tab: the delta rule that turns signs does it", async () => {
  await open("#/arena?task=parity&left=linear&right=deltaNet2");
  await expect.element(status).toHaveTextContent("Not trained yet");
  await expectCount(".tokens .asks", 24);
  await button("Train both").click();
  await button("Pause").click();
  await expect.element(status).toHaveTextContent("Paused");
  await button("Continue").click();
  await expect
    .element(status, { timeout: 150_000 })
    .toHaveTextContent("Done: seed 0, step 300 and 300 of 300");
  expect(shares()[0]).toBeLessThan(90);
  expect(shares()[1]).toBeGreaterThan(95);
  expect(marks("orange")).not.toContain("✗");
  await button("Another seed").click();
  await expect.element(status).toHaveTextContent("Not trained yet: seed 1");
}, 180_000);

test.each([
  ["light", "zh", 375],
  ["dark", "en", 1280],
] as const)("the arena fits and has no barriers: %s, %s, %i px", async (colorScheme, lang, width) => {
  await media({ colorScheme });
  await windowOf(width, 667);
  await open(`#/arena?lang=${lang}`);
  await expectCount(".tokens .asks", 4);
  await expectNoBarriers("serious");
  await expectNoOverflow();
  await windowOf(width === 375 ? 1280 : 375, 667);
  await expectNoOverflow();
});
