import { expect, type Page } from "@playwright/test";
import { addresses, htmlOf } from "../test/site/pages.ts";

/** The addresses of all pages of the built site but the reference's, which are one template. */
export const pages: readonly string[] = addresses.filter((address) => !/^(\/zh)?\/reference\//.test(address));

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

/** A page's title as it was built. */
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
