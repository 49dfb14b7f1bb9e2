import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type Page } from "@playwright/test";

const dist = fileURLToPath(new URL("../.vitepress/dist/", import.meta.url));
const inReference = /^(zh\/)?reference\//;
const files = readdirSync(dist, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".html") && file !== "404.html")
  .sort();
const addressOf = (file: string): string => `/${file.replace(/(^|\/)index\.html$|\.html$/, "$1")}`;

/** The addresses of all pages of the built site but the reference's, which are one template. */
export const pages: readonly string[] = files.filter((file) => !inReference.test(file)).map(addressOf);

/** Pages of the reference, one of each kind. */
export const someReferencePages: readonly string[] = [
  "/reference/",
  "/reference/tensor/",
  "/reference/nn/class-Linear",
  "/reference/nn/functional.conv2d",
  "/reference/nn/type-LossOptions",
  "/reference/tensor/class-Tensor",
  "/reference/tensor/linalg",
  "/reference/tensor/backend/type-Op",
  "/reference/datasets/loader-data-loader",
  "/zh/reference/",
  "/zh/reference/attention/",
  "/zh/reference/attention/class-MultiheadAttention",
  "/zh/reference/tensor/softmax",
];

/** A page's HTML as it was built. */
export function htmlOf(address: string): string {
  const file = address.endsWith("/") ? `${address}index` : address;
  return readFileSync(join(dist, `${file}.html`), "utf8");
}

export function titleOf(address: string): string {
  const [, title = ""] = /<title>([^<]*)/.exec(htmlOf(address)) ?? [];
  return title.replaceAll("&amp;", "&").replaceAll("&lt;", "<").replaceAll("&gt;", ">");
}

/** Follows a link to another page of the site, as a reader who is in it: what is loaded stays. */
export async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    const link = Object.assign(document.createElement("a"), { href: to });
    document.body.append(link);
    link.click();
    link.remove();
  }, address);
  await expect(page).toHaveTitle(titleOf(address.replace(/[?#].*/, "")));
}

/** The page's service worker is there, and has filled its caches. */
export async function installed(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active?.state !== "activated")
      await new Promise((changed) => active?.addEventListener("statechange", changed, { once: true }));
  });
}
