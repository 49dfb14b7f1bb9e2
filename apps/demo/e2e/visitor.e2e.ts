import type { Route } from "@playwright/test";
import { expect, expectNoOverflow, test } from "@saccade/e2e";
import { button, heading, menu, said, translation } from "./pages.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test(
  "a visitor has a sentence translated, and walks from page to page",
  { tag: "@plain" },
  async ({ page }, { project }) => {
    await page.goto("./");
    await expect(heading(page)).toContainText("How a translator reads");
    const isIsolated = await page.evaluate(() => crossOriginIsolated);
    expect(isIsolated).toBe(project.name === "isolated");
    await expect(page.locator("footer")).toContainText(
      isIsolated ? "Threads: available" : "Cross-Origin-Opener-Policy",
    );
    const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(policy).not.toContain("unsafe-inline");
    await page.getByLabel("Or your own").fill("the cat sees a red hat");
    await expect.poll(() => said(page)).toBe("le chat voit un chapeau rouge .");

    const names = await menu(page).allTextContents();
    for (const name of names.slice(1)) {
      await page.locator(".next-page-link").click();
      await expect(page.locator(".top nav [aria-current=page]")).toHaveText(name);
      await expect(page).toHaveTitle(`${name} · Saccade`);
      await expect(heading(page)).toBeVisible();
    }
    await expect(page.locator(".next-page-link")).toHaveCount(0);
  },
);

test("a visitor who reads Chinese on a phone walks through every page and answers a question", async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto("./");
  await button(page, /中文/).click();
  await expect(heading(page)).toContainText("翻译时，网络在看哪里");
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
  await expect.poll(() => said(page)).toContain("农民");
  const question = page.locator(".challenges li").first();
  await question.locator("fieldset button").first().click();
  await expect(question.getByRole("status")).toContainText(/[一-鿿]/);
  const count = await menu(page).count();
  for (let i = 0; i < count; i++) {
    await menu(page).nth(i).click();
    await expect(menu(page).nth(i)).toHaveAttribute("aria-current", "page");
    await expect(heading(page)).toContainText(/[一-鿿]|Transformer/);
    await expectNoOverflow(page);
  }
});

test("a page in Chinese is never in English first, also when the language is chosen while its code arrives", async ({
  page,
}) => {
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(request.url()));
  const chinese = (): string[] => fetched.filter((url) => /\/zh-.*\.js$/.test(url));
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const [title] = document.querySelectorAll("h1");
      if (title?.textContent) seen.push(title.textContent);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  const seen = (): Promise<string[]> =>
    page.evaluate(() => [...new Set<string>(Reflect.get(window, "seen"))]);

  await page.goto("./#/scoring?lang=zh");
  await expect(heading(page)).toContainText("打分与掩码");
  expect(await seen()).toEqual(["打分与掩码"]);
  expect(chinese()).toHaveLength(2);

  const held: Route[] = [];
  await page.route("**/kernel-regression-*.js", (route) => void held.push(route));
  await page.goto("./#/kernel-regression?lang=en");
  await page.reload();
  await button(page, /中文/).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
  for (const route of held) await route.continue();
  await expect(heading(page)).toContainText("核回归");
  expect(await seen()).toEqual(["核回归"]);
});

test("a visitor without a mouse skips the menu, steps through a figure, and undoes an edit", async ({
  page,
}) => {
  await page.goto("./#/scoring");
  await expect(heading(page)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
  await button(page, "Step").focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".motion figcaption")).toContainText("add up to 6.00");
  await page.locator('[data-cell="score 2 0"]').focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/mask=/);
  await page.keyboard.press("Control+z");
  await expect(page).toHaveURL(/#\/scoring$/);
  await menu(page).filter({ hasText: "Transformer" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
  await button(page, "Look from “tired”").press("Enter");
  await expect(page.locator(".most")).toContainText("“tired” →");
});

test("a teacher copies a link to what is on the page, which another tab opens", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("./");
  const third = "they will not open this green door tomorrow .";
  await button(page, third).click();
  await button(page, "Copy link").click();
  await expect(page.getByText("Link copied.")).toBeVisible();
  const other = await context.newPage();
  await other.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(button(other, third)).toHaveAttribute("aria-pressed", "true");
  await expect(translation(other)).toBeVisible();
});

test("a reader goes back and forward between pages and numbers, and a reload keeps the place", async ({
  page,
}) => {
  const trail = page.getByRole("navigation", { name: "Where you are" });
  await page.goto("./#/transformer");
  await expect(page.locator(".transformer")).toHaveAttribute("data-ready", "");
  await button(page, "Zoom into Encoder layer 1, Self-attention, head 0").click();
  await button(page, /^“it” to “animal”:/).click();
  await expect(page.locator(".products .product td")).toHaveCount(16);
  await expect(page).toHaveURL(/at=e2\.self.*head=1.*query=8.*key=2/);
  await menu(page).filter({ hasText: "Scoring and masks" }).click();
  await expect(heading(page)).toContainText("Scoring and masks");
  await page.goBack();
  await expect(trail).toContainText("it → animal");
  await page.reload();
  await expect(trail).toContainText("it → animal");
  await page.goForward();
  await expect(heading(page)).toContainText("Scoring and masks");
});

test("the weights of a second model are fetched when they are asked for", { tag: "@plain" }, async ({
  page,
}) => {
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(request.url()));
  await page.goto("./#/transformer?s=the+dog+followed+the+cat+.");
  await expect(page.locator(".transformer")).toHaveAttribute("data-ready", "");
  expect(fetched.filter((url) => url.includes("unplaced"))).toEqual([]);
  await page.locator(".editor").getByRole("radio", { name: "never had", exact: true }).check();
  await expect(page.locator(".positions-said")).toContainText("trained without positions");
  expect(fetched.filter((url) => url.includes("unplaced"))).toHaveLength(1);
});
