import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import { expect, type Locator, type Page } from "@playwright/test";

/** The playground's address with a program in it, as its button "Copy link" makes it. */
export function linkTo(program: string, lang: "" | "/zh" = ""): string {
  return `${lang}/playground#program=${encode(deflateRawSync(program))}`;
}

export function encode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}

/** The address with a solution of an exercise, opened as that exercise. */
export function linkToSolution(name: string, lang: "" | "/zh" = ""): string {
  const file = new URL(`../code/exercises/${name}.solution.ts`, import.meta.url);
  return linkTo(readFileSync(file, "utf8"), lang).replace("#", `?file=exercises/${name}.ts#`);
}

export const run = (page: Page): Locator => page.locator(".program-run");
export const output = (page: Page): Locator => page.locator(".playground .program-output");
export const origin = (page: Page): Locator => page.locator(".playground-origin");

export async function open(page: Page, address: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(address);
  await expect(run(page)).toBeEnabled();
}

/** Follows a link to a program in the open playground, whose editor would close the brackets of one that is typed. */
export async function bring(page: Page, program: string): Promise<void> {
  await changeHash(page, linkTo(program));
  await expect(page.locator(".playground")).toHaveAttribute("data-state", "idle");
}

export async function changeHash(page: Page, link: string): Promise<void> {
  await page.evaluate(
    (hash) => {
      location.hash = hash;
    },
    link.slice(link.indexOf("#")),
  );
}

/** Writes a program in the place of the one that is there, and gives the editor no time to help. */
export async function write(page: Page, text: string): Promise<void> {
  await page.locator(".monaco-editor .view-lines").click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(text);
}
