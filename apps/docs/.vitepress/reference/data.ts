import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Lang } from "../languages.ts";

export interface Link {
  readonly text: string;
  readonly link: string;
}

/** The page of a name, as `pnpm reference` writes it. */
export interface NamePage {
  /** "nn/class-Linear". */
  readonly path: string;
  readonly title: string;
  /** "@saccade/nn". */
  readonly entry: string;
  readonly description: string;
  readonly group: string;
  readonly markdown: string;
  readonly previous: Link;
  readonly next: Link;
}

/** The names listed with a name in the sidebar. */
export interface Group {
  readonly title: string;
  readonly link: string;
  readonly names: readonly Link[];
}

/** The names that stood on one page before each had its own, with the ids that they had there. */
export interface Former {
  readonly path: string;
  readonly names: readonly (Link & { readonly id: string })[];
}

export interface Names {
  readonly pages: readonly NamePage[];
  readonly groups: Readonly<Record<string, Group>>;
  readonly moved: readonly Former[];
}

/** The location of a language's reference: in the folder of pages, and on the site. */
export const folders: Readonly<Record<Lang, string>> = { en: "reference", zh: "zh/reference" };

/** The pages of names of a language; none where `pnpm reference` has not run. */
export function readNames(lang: Lang): Names {
  const file = fileURLToPath(new URL(`../../${folders[lang]}/names.json`, import.meta.url));
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { pages: [], groups: {}, moved: [] };
}
