import type { Route } from "@playwright/test";
import { expect, test } from "@saccade/e2e";
import { button, heading, menu, said } from "./pages.ts";

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
