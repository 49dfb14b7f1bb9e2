import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { Counterparts } from "../src/counterparts.ts";
import { root } from "../src/entries.ts";
import { formerId, namesOfFormer } from "../src/former.ts";
import { type Context, namePage } from "../src/name-page.ts";
import { listed, type Name, namesOf } from "../src/names.ts";
import { ownersOf } from "../src/owners.ts";
import { Places, pathOf } from "../src/places.ts";
import { readSymbols } from "../src/symbols.ts";
import type { Lang } from "../src/words.ts";

let names: readonly Name[];
let owners: ReadonlyMap<Name, Name>;
let pages: readonly Name[];
let context: Context;
let texts: ReadonlyMap<Name, string>;

beforeAll(async () => {
  const { symbols } = await readSymbols();
  names = namesOf(symbols);
  owners = ownersOf(names);
  pages = names.filter((name) => owners.get(name) === name);
  const places = new Places(names, owners, "en");
  const counterparts = new Counterparts(symbols);
  const owned = listed(names, (name) => owners.get(name)!);
  context = { places, counterparts, owned, byFile: listed(pages, ({ file }) => file) };
  texts = new Map(pages.map((page) => [page, namePage(page, context)]));
}, 300_000);

function named(name: string, entry: string): Name {
  const found = names.find((each) => each.name === name && each.entry.name === entry);
  if (found === undefined) throw new Error(`${entry} has no ${name}`);
  return found;
}

function textOf(name: Name, lang: Lang = "en"): string {
  return namePage(name, { ...context, places: new Places(names, owners, lang) });
}

test("each name has its own page or is on another's", () => {
  expect(names.filter((name) => !texts.has(owners.get(name)!))).toEqual([]);
  expect(pages.length).toBeGreaterThan(1500);
});

test("no two pages have addresses that a file system takes for one", () => {
  const seen = new Map<string, string>();
  const taken: string[] = [];
  for (const page of pages) {
    const path = pathOf(page).toLowerCase();
    if (seen.has(path) || /(^|\/)(index|template)$/.test(path))
      taken.push(`${path}: ${page.name}, ${seen.get(path)}`);
    seen.set(path, page.name);
  }
  expect(taken).toEqual([]);
});

test("a module made of a function shows its own constructor, fields and forward", () => {
  const text = textOf(named("CELU", "@saccade/nn"));
  expect(text).toContain("class CELU extends Module\n");
  expect(text).toContain("new CELU(options?: CeluOptions)\n");
  expect(text).toMatch(/`alpha`<\/span> \| `number` \| The limit for x → −∞/);
  expect(text).toContain("forward(x: Tensor): Tensor");
  expect(text).toMatch(/Inherited from .*`Module`.*`stateDict`/);
  expect(textOf(named("functional.celu", "@saccade/nn"))).toContain("› [functional](");
});

test("addresses follow the import and mark classes and types", () => {
  expect(pathOf(named("Linear", "@saccade/nn"))).toBe("nn/class-Linear");
  expect(pathOf(named("linear", "@saccade/nn"))).toBe("nn/linear");
  expect(pathOf(named("dropout", "@saccade/nn/definitions"))).toBe("nn/definitions/dropout");
  expect(pathOf(named("linalg.svd", "@saccade/tensor"))).toBe("tensor/linalg.svd");
  expect(pathOf(named("Shape", "@saccade/tensor"))).toBe("tensor/type-Shape");
});

test("a type that one name uses is on its page; a type that several use has its own", () => {
  expect(owners.get(named("LinearOptions", "@saccade/nn"))).toBe(named("Linear", "@saccade/nn"));
  expect(owners.get(named("linalg.SvdOptions", "@saccade/tensor"))?.name).toBe("linalg.svd");
  expect(owners.get(named("Shape", "@saccade/tensor"))?.name).toBe("Shape");
});

test("a page has inherited options with the values that they take, PyTorch's name, and its source", () => {
  const adamW = textOf(named("AdamW", "@saccade/nn"));
  expect(adamW).toMatch(/\| <span id="[^"]*">`lr`<\/span> \| `number` \| The learning rate/);
  expect(adamW).toContain(
    '<a href="/guide/pytorch-names#torch.optim.AdamW"><code>torch.optim.AdamW</code></a>',
  );
  const loss = textOf(named("mseLoss", "@saccade/nn"));
  expect(loss).toContain('`"mean" \\| "sum" \\| "none"`');
  const linear = textOf(named("Linear", "@saccade/nn"), "zh");
  expect(linear).toContain("## 构造函数");
  expect(linear).toContain("(/zh/reference/nn/class-Module)");
  expect(linear).toContain('href="/guide/pytorch-names#torch.nn.Linear"');
});

test("no page has an id twice", () => {
  const twice: string[] = [];
  for (const [page, text] of texts) {
    const ids = Array.from(text.matchAll(/\{#([^}]+)\}|id="([^"]+)"/g), ([, own, tag]) => own ?? tag);
    twice.push(...ids.filter((id, i) => ids.indexOf(id) !== i).map((id) => `${pathOf(page)}#${id}`));
  }
  expect(twice).toEqual([]);
});

test("a source's link names words of the source", () => {
  let checked = 0;
  for (const [{ name, file: own }, text] of texts) {
    const [, file, words = ""] = /\(\/source\/([^#)]*)\.txt(?:#:~:text=([^)]*))?\)/.exec(text) ?? [];
    expect(file, name).toBe(own);
    if (!readFileSync(join(root, own), "utf8").includes(decodeURIComponent(words)))
      throw new Error(`${own}: ${words}`);
    if (words !== "") checked++;
  }
  // A namespace is a file, whose beginning it is.
  expect(checked).toBeGreaterThan(pages.length - 30);
});

test("each name is found from the address that it had when a source file had a page, wherever its file is now", () => {
  const former = namesOfFormer(names);
  const addresses = former.flatMap(([path, found]) => found.map((name) => `${path}#${formerId(name)}`));
  expect(addresses).toContain("nn/layers-linear#type-linear");
  expect(addresses).toContain("datasets/loader-data-loader#type-dataloader");
  expect(addresses).toContain("tensor/reduce-summaries#nanmean");
  expect(addresses.length).toBeGreaterThan(2000);
  // Of two names alike, the one of the page's package and entry.
  const fileOf = (path: string, name: string): string | undefined =>
    former.find(([one]) => one === path)?.[1].find((one) => one.name === name)?.file;
  expect(fileOf("attention/definitions-alibi", "alibiSlopes")).toContain("/definitions/");
  expect(fileOf("attention/positions-alibi", "alibiSlopes")).not.toContain("/definitions/");
});
