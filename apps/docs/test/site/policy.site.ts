// The pages' Content-Security-Policy. That no page needs more than it allows is seen in e2e/: violations are errors of the console.
import { expect, test } from "vitest";
import { hashOf } from "../../.vitepress/runner/policy.ts";
import { addresses, all, htmlOf, wrongIn } from "./pages.ts";

const meta = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/;

test("every page has a policy before its first script, which names its own inline scripts and no others", () => {
  for (const address of [...addresses, "/404"]) {
    const html = htmlOf(address);
    const found = meta.exec(html);
    const policy = found?.[1] ?? "";
    expect(found?.index, address).toBeLessThan(html.search(/<(script|link|style)\b/));
    expect(policy, address).toMatch(/default-src 'self';.*frame-src 'none'.*object-src 'none'/);
    expect(policy, address).not.toMatch(
      /unsafe-eval(?<!wasm-unsafe-eval)|script-src[^;]*unsafe-inline|https?:|\*/,
    );
    const inline = [...html.matchAll(/<script\b(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g)];
    expect(
      inline.map(([, attributes]) => attributes?.trim()),
      address,
    ).toEqual(['id="check-slides"', 'id="check-dark-mode"', 'id="check-mac-os"']);
    const named = all(policy, /('sha256-[^']*')/g);
    const own = inline.map(([, , script]) => hashOf(script!));
    expect(named, address).toEqual(expect.arrayContaining(own));
    expect(named, `${address}: its own and that of the frame in which programs run`).toHaveLength(
      own.length + 1,
    );
  }
});

test("no page has handlers in attributes, or scripts, frames and pictures from elsewhere", () => {
  const wrong = wrongIn((html) =>
    (html.match(/<[a-z][^>]*>/g) ?? []).filter((tag) =>
      /\son\w+=|="javascript:|<(script|img|iframe|link)\b[^>]*(src|href)="(https?:)?\/\//.test(tag),
    ),
  );
  expect(wrong).toEqual([]);
});
