// The texts of docs, figures and demo in both languages; `pnpm waiting` prints those that wait for a translator.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The English message files, such as "apps/demo/src/app/en.json". Beside each is a zh.json, if anything of it is translated. */
export const messageFiles: readonly string[] = [
  "apps/demo/src",
  "packages/figures/src",
  "apps/docs/.vitepress/theme",
  "apps/docs/scripts",
]
  .flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  )
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /[/.]en\.json$/.test(file));

/** The texts of a file in both languages, by their place, such as "status.idle". */
export function textsOf(file: string): {
  readonly en: Map<string, string>;
  readonly zh: Map<string, string>;
} {
  const read = (path: string) =>
    new Map(existsSync(root + path) ? leaves(JSON.parse(readFileSync(root + path, "utf8")), "") : []);
  return { en: read(file), zh: read(file.replace(/en\.json$/, "zh.json")) };
}

function leaves(value: unknown, place: string): [string, string][] {
  if (typeof value !== "object" || value === null) return [[place.slice(1), String(value)]];
  return Object.entries(value).flatMap(([name, part]) => leaves(part, `${place}.${name}`));
}

/** The places of the texts that one language has and the other lacks. */
export const lacking = (has: Map<string, string>, lacks: Map<string, string>): string[] =>
  [...has.keys()].filter((place) => !lacks.has(place));
