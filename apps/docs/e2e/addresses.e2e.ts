// Addresses as strangers may write them: a page opens as it would without them, or says what is wrong. What is taken out of an
// address: test/repair-address.test.ts.
import { expect, expectNoOverflow, test } from "@saccade/e2e";
import { run } from "./playground.ts";

const long = "x".repeat(5000);
const hashes = [
  "#%E0%A4%A",
  "#100%2525",
  "#查询",
  '#"><img src=x onerror=alert(1)>',
  `#${long}`,
  "#program=%%%",
];
const queries = ["#%E0%A4%A", "?%E0%A4%A#%E0", "?<script>alert(1)</script>", `?${long}`];
// The playground opens files.
const files = ["?file=../../.vitepress/config", "?file=%E0%A4%A", "?file&file=playground/first.ts&file=%00"];

for (const [address, title, oddities] of [
  ["/zh/guide/quick-start", /快速/, queries],
  ["/playground", /Playground/, files],
] as const) {
  test(`${address} opens and stays, whatever follows it`, async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 740 });
    let asked = 0;
    page.on("dialog", (dialog) => {
      asked++;
      return dialog.dismiss();
    });
    for (const oddity of oddities) {
      await page.goto("about:blank");
      await page.goto(address + oddity);
      await expect(page.getByRole("heading", { level: 1 }).first(), oddity.slice(0, 60)).toContainText(title);
      // The page lives: its script has run.
      await page.locator(".VPNavBarHamburger").click();
      await expect(page.locator(".VPNavScreen"), oddity.slice(0, 60)).toBeVisible();
      if (address === "/playground") await expect(run(page)).toBeEnabled();
      await expectNoOverflow(page);
    }
    for (const hash of hashes) {
      await page.evaluate((to) => {
        location.hash = to;
      }, hash);
      await expect(page.getByRole("heading", { level: 1 }).first(), hash.slice(0, 60)).toContainText(title);
    }
    expect(asked).toBe(0);
  });
}

test("where there is no page, the site says so in the reader's language, and leads home", async ({
  browser,
  baseURL,
}) => {
  // The browser itself reports the status 404 as an error.
  const page = await browser.newPage();
  const uncaught: string[] = [];
  page.on("pageerror", (error) => uncaught.push(error.message));
  const root = baseURL!.replace(/\/$/, "");
  for (const [path, title, home] of [
    ["/no-such-page", "Page not found", "/"],
    ["/%E0%A4%A", "Page not found", "/"],
    ["/%00", "Page not found", "/"],
    [`/${"x/".repeat(500)}`, "Page not found", "/"],
    ["/zh/no-such-page", "找不到页面", "/zh/"],
  ] as const) {
    expect((await page.goto(root + path))?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await page.locator(".NotFound a").click();
    await expect(page).toHaveURL(root + home);
  }
  await page.goto(`${root}//`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Saccade");
  expect(uncaught).toEqual([]);
  await page.close();
});
