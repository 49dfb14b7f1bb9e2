import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { everyPage as pages } from "../src/pages/table.ts";

const apps = fileURLToPath(new URL("../..", import.meta.url));
const files = ["demo/src", "figures/src"].flatMap((folder) =>
  readdirSync(`${apps}${folder}`, { recursive: true, encoding: "utf8" })
    .map((file) => `${folder}/${file.replaceAll("\\", "/")}`)
    .filter((file) => /(words|messages|messages\/index)\.ts$/.test(file)),
);

/** Texts of the same name in both languages that look alike: a sentence or a word that nobody translated. */
function untranslated(en: unknown, zh: unknown, name: string): string[] {
  if (typeof en === "object" && en !== null) {
    return Object.entries(en).flatMap(([key, text]) => untranslated(text, Object(zh)[key], `${name}.${key}`));
  }
  const [english, chinese] = [en, zh].map((text) =>
    typeof text === "function" || typeof text === "string" ? String(text) : "",
  );
  const isText =
    typeof en === "string" ? /[a-z]{3,}/i.test(english!) : /[`"][^`"]*[a-z]{3,} /i.test(english!);
  return isText && !/\p{Script=Han}/u.test(chinese!) ? [`${name}: ${chinese}`] : [];
}

/** Examples, file names and notations, which Chinese texts write alike. */
const alike = new RegExp(
  [
    ...["placeholder", "translation", "exampleNames", "pairs", "sentences", "glosses", "ending", "thing"],
    ...["neededFiles", "formats", "calls", "kinds", "topK", "topP", "epanechnikov", "alibi", "softmax"],
    ...["whole", "expColumn", "wasm", "gpu", "points", "questions\\.2\\.choices"],
  ]
    .map((name) => `\\.${name}\\b`)
    .join("|"),
);

describe("every text is there in both languages", () => {
  it.each(files)("%s", async (file) => {
    const found: Record<string, unknown> = await import(`${apps}${file}`);
    const missing = Object.entries(found).flatMap(([name, value]) => {
      const { en, zh }: { en?: unknown; zh?: unknown } = Object(value);
      return en === undefined || zh === undefined ? [] : untranslated(en, zh, name);
    });
    expect(missing.filter((text) => !alike.test(text))).toEqual([]);
  });

  it("the menu and its sentences", () => {
    const all = pages.map(({ title, next }) => ({ title, next }));
    expect(
      all.flatMap(({ title, next }) => [
        ...untranslated(title.en, title.zh, "title"),
        ...untranslated(next?.en, next?.zh, "next"),
      ]),
    ).toEqual(["title: Transformer"]);
  });
});
