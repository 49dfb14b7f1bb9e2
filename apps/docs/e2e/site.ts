import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const dist = fileURLToPath(new URL("../.vitepress/dist/", import.meta.url));

/** The addresses of all pages of the built site but the reference's, which are one template. */
export const pages: readonly string[] = htmlFiles()
  .filter((file) => !file.startsWith("reference/"))
  .map(addressOf);

/** A page of the reference for each kind of symbol, if the reference was built. */
export const someReferencePages: readonly string[] = Object.values(
  Object.fromEntries(
    htmlFiles()
      .filter((file) => file.startsWith("reference/"))
      .map((file) => [file.split("/").slice(0, 3).join("/"), file]),
  ),
)
  .map(addressOf)
  .slice(0, 12);

/** The pages' HTML by address. */
export function htmlByAddress(): ReadonlyMap<string, string> {
  return new Map(htmlFiles().map((file) => [addressOf(file), readFileSync(join(dist, file), "utf8")]));
}

/** Files that are no pages, by address. */
export const otherFiles: ReadonlySet<string> = new Set(
  readdirSync(dist, { recursive: true, encoding: "utf8" }).map((file) => `/${file}`),
);

function htmlFiles(): string[] {
  return readdirSync(dist, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".html") && file !== "404.html")
    .sort();
}

function addressOf(file: string): string {
  return `/${file.replace(/(^|\/)index\.html$/, "$1").replace(/\.html$/, "")}`;
}
