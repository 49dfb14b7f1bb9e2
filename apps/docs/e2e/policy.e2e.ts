// The pages' Content-Security-Policy. That no page needs more than it allows is in pages.e2e.ts: violations are errors of the
// console.
import { createHash } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { listenElsewhere } from "./elsewhere.ts";
import { htmlByAddress } from "./site.ts";

const meta = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/;

test("every page has a policy before its first script, which names its own inline scripts and no others", () => {
  for (const [address, html] of htmlByAddress()) {
    const found = meta.exec(html);
    const policy = found?.[1] ?? "";
    expect(found?.index, address).toBeLessThan(html.search(/<(script|link|style)\b/));
    expect(policy, address).toMatch(/default-src 'self';.*frame-src 'none'.*object-src 'none'/);
    expect(policy, address).not.toMatch(
      /unsafe-eval(?<!wasm-unsafe-eval)|script-src[^;]*unsafe-inline|https?:|\*/,
    );
    const inline = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)].filter(
      ([, attributes]) => !/\ssrc=/.test(attributes!),
    );
    expect(
      inline.map(([, attributes]) => attributes?.trim()),
      address,
    ).toEqual(['id="check-slides"', 'id="check-dark-mode"', 'id="check-mac-os"']);
    const named = policy.match(/'sha256-[^']*'/g) ?? [];
    const own = inline.map(
      ([, , script]) => `'sha256-${createHash("sha256").update(script!).digest("base64")}'`,
    );
    expect(named, address).toEqual(expect.arrayContaining(own));
    expect(named, `${address}: its own and that of the frame in which programs run`).toHaveLength(
      own.length + 1,
    );
  }
});

test("no page has handlers in attributes, or scripts, frames and pictures from elsewhere", () => {
  for (const [address, html] of htmlByAddress()) {
    const tags = html.match(/<[a-z][^>]*>/g) ?? [];
    const wrong = tags.filter((tag) =>
      /\son\w+=|="javascript:|<(script|img|iframe|link)\b[^>]*(src|href)="(https?:)?\/\//.test(tag),
    );
    expect(wrong, address).toEqual([]);
  }
});

/** The possibilities of an injected script. */
async function tried(page: Page, address: string): Promise<Record<string, boolean>> {
  return page.evaluate(async (elsewhere) => {
    const add = (name: string, fields: Record<string, string>): Promise<boolean> =>
      new Promise((done) => {
        const element = Object.assign(document.createElement(name), fields);
        element.onload = () => done(true);
        element.onerror = () => done(false);
        document.body.append(element);
        setTimeout(() => done(false), 1000);
      });
    const asked = (promise: Promise<unknown>): Promise<boolean> =>
      promise.then(
        () => true,
        () => false,
      );
    await add("script", { textContent: "window.owned = 'inline'" });
    await add("div", { innerHTML: "<img src=x onerror=\"window.owned = 'handler'\">" });
    return {
      script: await add("script", { src: elsewhere }),
      picture: await add("img", { src: elsewhere }),
      style: await add("link", { rel: "stylesheet", href: elsewhere }),
      fetch: await asked(fetch(elsewhere, { mode: "no-cors" })),
      module: await asked(import(elsewhere)),
      inline: "owned" in window,
    };
  }, address);
}

for (const address of ["/", "/zh/playground", "/reference/", "/no-such-page"]) {
  test(`${address} runs no foreign code and asks nobody else`, async ({ page }) => {
    await using elsewhere = await listenElsewhere();
    await page.goto(address);
    const found = await tried(page, elsewhere.address);
    expect(Object.entries(found).filter(([, reached]) => reached)).toEqual([]);
    await page.evaluate((to) => {
      document.body.append(Object.assign(document.createElement("iframe"), { src: to }));
    }, elsewhere.address);
    await page.waitForTimeout(500);
    expect(elsewhere.requests).toEqual([]);
  });
}
