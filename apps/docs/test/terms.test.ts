import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Term {
  readonly en: string;
  /** The term that the Chinese pages use. */
  readonly zh: string;
  /** Terms that they do not use for it. */
  readonly not: readonly string[];
}

const root = new URL("../zh/", import.meta.url);
const terms: readonly Term[] = JSON.parse(readFileSync(new URL("terms.json", root), "utf8"));
const lines = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".md"))
  .flatMap((file) =>
    readFileSync(new URL(file, root), "utf8")
      .split("\n")
      .map((text, i) => ({ at: `zh/${file}:${i + 1}`, text }))
      // Keywords are in the readers' words.
      .filter(({ text }) => !text.startsWith("keywords: ")),
  );

test("the Chinese pages have one word for each term of zh/terms.json", () => {
  const variants = terms.flatMap(({ zh, not }) => not.map((variant) => ({ zh, variant })));
  const found = lines.flatMap(({ at, text }) =>
    variants
      .filter(({ variant }) => text.includes(variant))
      .map(({ zh, variant }) => `${at}: ${variant}; write ${zh}`),
  );
  expect(found).toEqual([]);
});

test("every term of zh/terms.json occurs in a Chinese page", () => {
  const unused = terms.filter(({ zh }) => !lines.some(({ text }) => text.includes(zh)));
  expect(unused.map(({ zh }) => zh)).toEqual([]);
});

test("every sentence of a Chinese page is Chinese", () => {
  const prose = lines.filter(({ text }) =>
    /^(- |\d+\. )?[A-Z][a-z']*(,? [a-z][\w'-]*){3,}/.test(text.trim()),
  );
  const english = prose.filter(({ text }) => !/\p{Script=Han}/u.test(text));
  expect(english.map(({ at, text }) => `${at}: ${text.slice(0, 80)}`)).toEqual([]);
});
