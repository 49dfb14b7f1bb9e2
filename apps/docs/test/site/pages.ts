// The built site: what a visitor's browser is sent.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const dist: string = fileURLToPath(new URL("../../.vitepress/dist/", import.meta.url));

/** All files, by address. */
export const files: ReadonlySet<string> = new Set(
  readdirSync(dist, { recursive: true, encoding: "utf8" }).map((file) => `/${file}`),
);

/** The addresses of all pages, those of the reference included; the demo is a separate app. */
export const addresses: readonly string[] = [...files]
  .filter((file) => file.endsWith(".html") && file !== "/404.html" && !file.startsWith("/demo/"))
  .map((file) => file.replace(/(\/)index\.html$|\.html$/, "$1"))
  .sort();

export function textOf(file: string): string {
  return readFileSync(join(dist, file), "utf8");
}

const read = new Map<string, string>();

/** A page's HTML. */
export function htmlOf(address: string): string {
  const html =
    read.get(address) ?? textOf(address.endsWith("/") ? `${address}index.html` : `${address}.html`);
  read.set(address, html);
  return html;
}

/** Whether a page is at an address where all names of a file once shared one. */
export function isFormer(html: string): boolean {
  return html.includes("<p>Each name has a page of its own:</p>");
}

/** The first group of each match. */
export function all(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, found = ""]) => found);
}

/** The pages in which something is wrong, each with what it is. */
export function wrongIn(look: (html: string, address: string) => readonly string[]): string[] {
  return addresses.flatMap((address) => look(htmlOf(address), address).map((what) => `${address}: ${what}`));
}
