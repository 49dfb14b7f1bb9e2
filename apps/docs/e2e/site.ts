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

/** Goes to the end of a page, where it can be kept. */
export async function toEnd(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
}

/** Keeps this page, or the book, as a reader does, with the button at the end of the page. */
export async function keepOffline(page: Page, what: "page" | "book"): Promise<void> {
  await toEnd(page);
  const button = { page: /^(Keep this page offline|保存本页)/, book: /^(Keep the book offline|保存本书)/ };
  const said = {
    page: /^(This page opens offline|本页可离线阅读)/,
    book: /^(The book opens offline|本书可离线阅读)/,
  };
  await page.getByRole("button", { name: button[what] }).click();
  await expect(page.getByText(said[what])).toBeVisible({ timeout: 300_000 });
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
}
