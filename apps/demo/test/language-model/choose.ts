import type { Locator } from "vitest/browser";
import { all, css } from "../shown.ts";
import { filesOf } from "./fixtures.ts";

export type Files = Readonly<Record<string, Uint8Array<ArrayBuffer>>>;

/** The model that was opened. */
export const stage: Locator = css(".opened");

/** Gives files to the page, as the reader's choice. */
export async function choose(files: Files): Promise<void> {
  await css("input[type=file]").findElement();
  const [input] = all("input[type=file]");
  if (!(input instanceof HTMLInputElement)) throw new Error("there is no input for files");
  const data = new DataTransfer();
  for (const file of filesOf(files)) data.items.add(file);
  input.files = data.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}
