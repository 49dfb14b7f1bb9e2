import { demoTitles } from "@saccade/figures/walk/demo-titles";
import { filesOf, type OfflineList } from "@saccade/offline/list";
import { describe, expect, test } from "vitest";
import { targetOf } from "../../.vitepress/reference/moved.ts";
import type { PageFacts } from "../../.vitepress/reference/render.ts";
import { addresses, all, files, htmlOf, isFormer, textOf, wrongIn } from "./pages.ts";

const own = "http://docs.invalid";
const ids = new Map(addresses.map((address) => [address, new Set(all(htmlOf(address), /\sid="([^"]*)"/g))]));
const sources = new Map<string, string>();

function leads(link: string, from: string): boolean {
  const { origin, pathname, hash } = new URL(link.replaceAll("&amp;", "&"), own + from);
  if (origin !== own) return true;
  if (pathname === "/demo/") return leadsToDemo(hash);
  const target = ids.get(pathname.replace(/\.html$/, ""));
  return target === undefined
    ? leadsToFile(pathname, hash)
    : hash === "" || target.has(decodeURIComponent(hash.slice(1)));
}

/** A page of the demo, which lies beside: the first, or one that has a name. */
function leadsToDemo(hash: string): boolean {
  const [, page] = /^#\/([a-z-]*)\?/.exec(hash) ?? [];
  return files.has("/demo/index.html") && page !== undefined && (page === "" || page in demoTitles);
}

/** A source: its address may end in words from the text. */
function leadsToFile(pathname: string, hash: string): boolean {
  if (!files.has(pathname)) return false;
  const words = /^#:~:text=(.*)$/.exec(hash)?.[1];
  if (words === undefined) return hash === "";
  if (!sources.has(pathname)) sources.set(pathname, textOf(pathname));
  return sources.get(pathname)!.includes(decodeURIComponent(words));
}

const linksOf = (html: string): string[] => all(html, /<a\b[^>]*?\shref="([^"]*)"/g);

describe("every link leads to a page and to an element of it", () => {
  test("of a page", () => {
    expect(wrongIn((html, address) => linksOf(html).filter((link) => !leads(link, address)))).toEqual([]);
  });

  test("of llms.txt, and each Markdown file is in llms-full.txt", () => {
    const links = all(textOf("/llms.txt"), /\]\(([^)]+)\)/g);
    expect(links.length).toBeGreaterThan(40);
    expect(links.filter((link) => !files.has(link))).toEqual([]);
    const full = textOf("/llms-full.txt");
    expect(links.filter((link) => !full.includes(/^# .+/m.exec(textOf(link))![0]))).toEqual([]);
  });

  test("of an address that a name had before it had a page", () => {
    const dead: string[] = [];
    let count = 0;
    for (const address of addresses) {
      const facts = /data-page="([^"]*)"/.exec(htmlOf(address))?.[1];
      if (facts === undefined) continue;
      const { moved }: PageFacts = JSON.parse(facts.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
      for (const id of Object.keys(moved)) {
        count++;
        const target = targetOf(moved, `#${id}`);
        if (target === null || !leads(target, address)) dead.push(`${address}#${id}: ${target}`);
      }
    }
    expect(dead).toEqual([]);
    expect(count).toBeGreaterThan(1000);
  });
});

test("the switch of languages leads to the same page in the other one", () => {
  const wrong = wrongIn((html, address) => {
    const here = isFormer(html) ? address.replace(/reference\/.*/, "reference/") : address;
    const twin = here.startsWith("/zh/") ? here.slice(3) : `/zh${here}`;
    const [found] = all(html, /VPNavBarTranslations[\s\S]*?<a class="VPLink[^"]*" href="([^"]*)"/g);
    return found === twin ? [] : [`${found}`];
  });
  expect(wrong).toEqual([]);
});

test("without a network the pages of book and guides open: what each loads is in the list of what is kept for it", () => {
  const list = JSON.parse(textOf("/offline.json")) as OfflineList;
  const paths = list.files.map(([path]) => `/${path}`);
  expect(paths.filter((path) => !files.has(path))).toEqual([]);
  for (const address of addresses) {
    // These two are kept as they are visited.
    if (/^(\/zh)?\/(reference\/|playground$)/.test(address)) continue;
    const kept = new Set(filesOf(list, [address.slice(1)]).map((at) => paths[at]));
    const file = address.endsWith("/") ? `${address}index.html` : `${address}.html`;
    const loaded = all(htmlOf(address), /<(?:script|link)\b[^>]*?\s(?:src|href)="(\/assets\/[^"]*)"/g);
    expect(
      [file, ...loaded].filter((one) => !kept.has(one)),
      address,
    ).toEqual([]);
  }
});
