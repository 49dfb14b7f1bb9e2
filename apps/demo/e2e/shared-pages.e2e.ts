import { expect, test } from "@saccade/e2e";
import { demoTitles } from "@saccade/figures/walk/demo-titles";
import { heading } from "./pages.ts";

test("each page has an address that says what it is before any script runs", { tag: "@plain" }, async ({
  page,
  request,
}) => {
  for (const language of ["en", "zh"] as const) {
    for (const name of ["", ...Object.keys(demoTitles)]) {
      if (name === "" && language === "zh") continue; // the app's own page
      const address = `./${language === "zh" ? "zh/" : ""}${name === "" ? "" : `${name}/`}`;
      const html = await (await request.get(address)).text();
      const tag = (property: string): string =>
        new RegExp(`<meta property="og:${property}" content="([^"]+)"`).exec(html)?.[1] ?? "";
      for (const property of ["title", "description"]) expect(tag(property), address).not.toBe("");
      const base = new URL(address, test.info().project.use.baseURL);
      const image = await (await request.get(new URL(tag("image"), base).href)).body();
      expect([image.readUInt32BE(16), image.readUInt32BE(20)], address).toEqual([1200, 630]);
      expect([tag("image:width"), tag("image:height")]).toEqual(["1200", "630"]);
      if (name === "") continue;
      await page.goto(address);
      await page.waitForURL((url) => url.hash.startsWith(`#/${name}`));
      await expect(page.locator("html")).toHaveAttribute("lang", language === "zh" ? "zh-CN" : "en");
    }
  }
});

test("an address that was shared leads to the app in its state, and Back leads out again", {
  tag: "@plain",
}, async ({ page }) => {
  await page.goto("./icon.svg");
  for (const state of [
    "?broken=e2.self.2-off&s=the+animal+was+tired+.",
    "#?broken=e2.self.2-off&s=the+animal+was+tired+.",
  ]) {
    await page.goto(`./transformer/${state}`);
    await expect(heading(page)).toContainText("Inside a Transformer");
    await expect(page.locator('.switch[data-head="e2.self.2"]')).toHaveAttribute("aria-pressed", "true");
    await expect(page.locator(".sentences .word").nth(1)).toHaveText("animal");
    expect(new URL(page.url()).pathname).not.toContain("transformer");
    await page.goBack();
    expect(page.url()).toContain("icon.svg");
  }
});
