import { expect, test } from "@playwright/test";
import { htmlByAddress, otherFiles, textOf } from "./site.ts";

const own = "http://docs.invalid";

test("every link leads to a page and to an element of it", () => {
  const html = htmlByAddress();
  const ids = new Map([...html].map(([address, text]) => [address, idsOf(text)]));
  const dead: string[] = [];
  for (const [address, text] of html) {
    for (const [, href] of text.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)) {
      const { origin, pathname, hash } = new URL(href!.replaceAll("&amp;", "&"), own + address);
      if (origin !== own) continue;
      const target = ids.get(pathname.replace(/\.html$/, ""));
      const found = target === undefined ? reachedFile(pathname, hash) : reached(target, hash);
      if (!found) dead.push(`${address}: ${href}`);
    }
  }
  expect(dead).toEqual([]);
});

/** A source: its address may end in words that stand there. */
function reachedFile(pathname: string, hash: string): boolean {
  if (!otherFiles.has(pathname)) return false;
  const words = /^#:~:text=(.*)$/.exec(hash)?.[1];
  return words === undefined ? hash === "" : textOf(pathname).includes(decodeURIComponent(words));
}

function reached(ids: ReadonlySet<string>, hash: string): boolean {
  return hash === "" || ids.has(decodeURIComponent(hash.slice(1)));
}

function idsOf(html: string): ReadonlySet<string> {
  return new Set(Array.from(html.matchAll(/\sid="([^"]*)"/g), ([, id]) => id!));
}
