// The pages' Content-Security-Policy (test/site/policy.site.ts) blocks these.
import { expect, type Page, test } from "@playwright/test";
import { listenElsewhere } from "./elsewhere.ts";

/** The addresses that an injected script or element reaches. */
async function reached(page: Page, address: string): Promise<string[]> {
  const found = await page.evaluate(async (elsewhere) => {
    const add = (name: string, fields: Record<string, string>): Promise<boolean> =>
      new Promise((done) => {
        const element = Object.assign(document.createElement(name), fields);
        element.onload = () => done(true);
        element.onerror = () => done(false);
        document.body.append(element);
      });
    const asked = (promise: Promise<unknown>): Promise<boolean> =>
      promise.then(
        () => true,
        () => false,
      );
    const refused = (): Promise<Event> =>
      new Promise((done) => addEventListener("securitypolicyviolation", done, { once: true }));
    // An inline script would run at once.
    document.body.append(
      Object.assign(document.createElement("script"), { textContent: "window.owned = 1" }),
    );
    const handler = document.createElement("div");
    handler.innerHTML = '<img src="x" onerror="window.owned = 1">';
    const failed = new Promise((done) => handler.firstElementChild!.addEventListener("error", done));
    document.body.append(handler);
    await failed;
    const all = {
      script: await add("script", { src: elsewhere }),
      picture: await add("img", { src: elsewhere }),
      style: await add("link", { rel: "stylesheet", href: elsewhere }),
      fetch: await asked(fetch(elsewhere, { mode: "no-cors" })),
      module: await asked(import(elsewhere)),
      inline: "owned" in window,
    };
    const frame = refused();
    document.body.append(Object.assign(document.createElement("iframe"), { src: elsewhere }));
    await frame;
    return all;
  }, address);
  return Object.entries(found).flatMap(([what, isReached]) => (isReached ? [what] : []));
}

test("pages run no foreign code and ask nobody else", async ({ page }) => {
  await using elsewhere = await listenElsewhere();
  for (const address of ["/", "/zh/playground", "/reference/", "/no-such-page"]) {
    await page.goto(address);
    expect(await reached(page, elsewhere.address), address).toEqual([]);
    expect(elsewhere.requests).toEqual([]);
  }
});
