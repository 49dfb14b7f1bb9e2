import { expect, test } from "@saccade/e2e";
import { expectAlive } from "./figures.ts";
import { htmlByAddress } from "./site.ts";

/** Higher than a phone's screen for a reason. */
const tall: Readonly<Record<string, string>> = {
  "one-sentence": "it is read from above to below: every matrix of a Transformer, one after the other",
};
const ceiling = 800; // px, on a phone of 375 × 812

const phone = { width: 375, height: 812 };

const addresses = [...htmlByAddress()]
  .filter(([, html]) => html.includes("data-figure="))
  .map(([address]) => address)
  .filter((address) => !address.includes("README"));

for (const address of addresses) {
  test(`${address}: its figures fit a phone, as pictures and alive`, async ({ page }) => {
    await page.setViewportSize(phone);
    await page.goto(address);
    for (const figure of await page.locator(".live-figure").all()) {
      const name = (await figure.getAttribute("data-figure")) ?? "";
      const height = async (): Promise<number> => (await figure.boundingBox())?.height ?? 0;
      const picture = await height();
      await expectAlive(figure);
      if (name in tall) continue;
      expect(picture, `${name}, its picture`).toBeLessThanOrEqual(ceiling);
      expect(await height(), name).toBeLessThanOrEqual(ceiling);
    }
  });
}

for (const [form, viewport] of Object.entries({ phone, desktop: { width: 1280, height: 900 } })) {
  test(`on a ${form} a figure is a picture, whose code comes with the reader; nothing jumps`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(request.url()));
    await page.goto("/book/scoring-and-masking", { waitUntil: "networkidle" });
    const figure = page.locator(".live-figure").first();
    await expect(figure).toHaveAttribute("data-state", "waiting");
    await expect(figure.locator("svg:visible").first()).toBeVisible();
    expect(loaded.filter((url) => /\/figure\./.test(url))).toEqual([]);
    const below = page.locator(".live-figure ~ p").first();
    const before = await below.evaluate((element) => element.getBoundingClientRect().top + scrollY);
    await expectAlive(figure);
    expect(loaded.filter((url) => /\/figure\./.test(url)).length).toBeGreaterThan(0);
    const after = await below.evaluate((element) => element.getBoundingClientRect().top + scrollY);
    expect(Math.abs(after - before)).toBeLessThanOrEqual(24);
  });
}

test("a key or a click on the picture reaches the figure that takes its place", async ({ page }) => {
  await page.goto("/book/scoring-and-masking", { waitUntil: "networkidle" });
  const figure = page.locator(".live-figure").first();
  const causal = "input[value=causal]";
  await figure.locator(`.picture.wide ${causal}`).evaluate((input: HTMLInputElement) => {
    input.focus();
    input.click();
  });
  await expect(figure).toHaveAttribute("data-state", "ready");
  await expect(figure.locator(causal)).toBeChecked();
  await expect(figure.locator(causal)).toBeFocused();
  await expect(figure.locator(".picture")).toHaveCount(0);
});
