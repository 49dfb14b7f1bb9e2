// The built site, read once: what a visitor's browser is sent.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const dist: string = fileURLToPath(new URL("../../.vitepress/dist/", import.meta.url));

/** All files, by address. */
export const files: ReadonlySet<string> = new Set(
  readdirSync(dist, { recursive: true, encoding: "utf8" }).map((file) => `/${file}`),
);

/** The pages' HTML by address, those of the reference included. */
export const pages: ReadonlyMap<string, string> = new Map(
  [...files]
    .filter((file) => file.endsWith(".html") && file !== "/404.html")
    .sort()
    .map((file) => [file.replace(/(\/)index\.html$|\.html$/, "$1"), textOf(file)]),
);

export function textOf(file: string): string {
  return readFileSync(join(dist, file), "utf8");
}

/** Whether a page stands where a file's names were before each had its own. */
export function isFormer(html: string): boolean {
  return html.includes("<p>Each name has a page of its own:</p>");
}

/** The first group of each match. */
export function all(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, found = ""]) => found);
}

/** The pages in which something is wrong, each with what it is. */
export function wrongIn(look: (html: string, address: string) => readonly string[]): string[] {
  return [...pages].flatMap(([address, html]) => look(html, address).map((what) => `${address}: ${what}`));
}
