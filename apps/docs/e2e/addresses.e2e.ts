// Addresses as strangers may write them: a page opens as it would without them, or says what is wrong.
import { expect, expectNoOverflow, test } from "@saccade/e2e";

const long = "x".repeat(5000);
const hashes = [
  "#%",
  "#%E0%A4%A",
  "#%25",
  "#%25E0",
  "#100%2525",
  "#查询",
  '#"><img src=x onerror=alert(1)>',
  "#'\"`\\]",
  "#__proto__",
  `#${long}`,
  "#program=",
  "#program=%%%",
  "#:~:text=attention",
];
// With one hash: the others come to pages that are open.
const queries = ["#%E0%A4%A", "?%", "?%E0%A4%A#%E0", "?<script>alert(1)</script>", `?${long}`];
// The playground opens files.
const files = [
  "?file=../../.vitepress/config",
  "?file=__proto__",
  "?file=%E0%A4%A",
  "?file=<img src=x onerror=alert(1)>",
  `?file=${long}`,
  "?file=book/../playground/first.ts",
  "?file&file=playground/first.ts&file=%00",
];
// A page of each kind. The playgrounds of both languages are one component, whose texts are opened elsewhere.
const titles: Readonly<Record<string, RegExp>> = {
  "/": /Saccade/,
  "/book/cues-and-pooling": /Cues and pooling/,
  "/zh/guide/quick-start": /快速/,
  "/playground": /Playground/,
};

for (const [address, title] of Object.entries(titles)) {
  test(`${address} opens, whatever stands behind it`, async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 740 });
    let asked = 0;
    page.on("dialog", (dialog) => {
      asked++;
      return dialog.dismiss();
    });
    const oddities = address === "/playground" ? [...queries, ...files] : queries;
    for (const oddity of oddities) {
      await page.goto("about:blank");
      await page.goto(address + oddity);
      await expect(page.getByRole("heading", { level: 1 }).first(), oddity.slice(0, 60)).toContainText(title);
      // The page lives: its script has run.
      await expect(page.locator(".VPNavScreen")).toHaveCount(0);
      await page.locator(".VPNavBarHamburger").click();
      await expect(page.locator(".VPNavScreen"), oddity.slice(0, 60)).toBeVisible();
      await page.locator(".VPNavBarHamburger").click();
      if (address.endsWith("playground")) await expect(page.locator(".program-run")).toBeEnabled();
      await expectNoOverflow(page);
    }
    expect(asked).toBe(0);
  });

  test(`${address} stays, whatever its hash becomes`, async ({ page }) => {
    await page.goto(address);
    await expect(page.locator(".VPNavBarHamburger")).toBeAttached();
    for (const hash of hashes) {
      await page.evaluate((to) => {
        location.hash = to;
      }, hash);
      await expect(page.getByRole("heading", { level: 1 }).first(), hash.slice(0, 60)).toContainText(title);
    }
  });
}

for (const path of [
  "/no-such-page",
  "/%",
  "/%E0%A4%A",
  "//",
  "/..%2f..%2fpackage.json",
  "/%00",
  `/${"x/".repeat(500)}`,
]) {
  test(`there is no page ${path.slice(0, 40)}, and the site says so`, async ({
    request,
    browser,
    baseURL,
  }) => {
    const response = await request.get(`${baseURL?.replace(/\/$/, "")}${path}`);
    if (path !== "//") expect(response.status()).toBe(404);
    const page = await browser.newPage();
    const uncaught: string[] = [];
    page.on("pageerror", (error) => uncaught.push(error.message));
    await page.goto(`${baseURL?.replace(/\/$/, "")}${path}`);
    await expect(page.locator("#app")).toContainText(path === "//" ? "Saccade" : /404/);
    await expect(page.locator(".VPNavBarAppearance, .VPNavBarHamburger").first()).toBeAttached();
    expect(uncaught).toEqual([]);
    await page.close();
  });
}

for (const [path, title, home] of [
  ["/no-such-page", "Page not found", "/"],
  ["/zh/no-such-page", "找不到页面", "/zh/"],
] as const) {
  test(`${path} says in the reader's language that it does not exist`, async ({ browser, baseURL }) => {
    // The browser itself reports the status 404 as an error.
    const page = await browser.newPage();
    await page.goto(new URL(path, baseURL).href);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await page.locator(".NotFound a").click();
    await expect(page).toHaveURL(new URL(home, baseURL).href);
    await page.close();
  });
}
