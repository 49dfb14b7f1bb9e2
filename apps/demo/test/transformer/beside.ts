import { fromSafetensors } from "@saccade/nn";
import { expect } from "vitest";
import { page } from "vitest/browser";
import type { LookAsk, NetName, Positioning } from "../../src/pages/transformer/calls.ts";
import { type Score, type ScoreAt, scoreOf } from "../../src/pages/transformer/focus.ts";
import { Inspector } from "../../src/pages/transformer/inspector.ts";
import { firstSentence } from "../../src/pages/transformer/settings.ts";
import { all, button, css, expectCount, open, text } from "../shown.ts";

// Helpers of the tests of the Transformer's page: its parts, and its numbers computed independently.

const files: Readonly<Record<NetName | "unplaced", URL>> = {
  free: new URL("../../src/pages/transformer/free.safetensors", import.meta.url),
  guided: new URL("../../src/pages/transformer/guided.safetensors", import.meta.url),
  unplaced: new URL("../../src/pages/transformer/unplaced.safetensors", import.meta.url),
};

export async function inspector(positions: Positioning = "on", net: NetName = "free"): Promise<Inspector> {
  const response = await fetch(files[positions === "never" ? "unplaced" : net]);
  const { tensors } = fromSafetensors(new Uint8Array(await response.arrayBuffer()));
  return new Inspector(tensors, [positions]);
}

/** What the page shows of a score; transformer.test.ts holds it against the ops. */
async function scoreBeside({ positions, ...at }: Pick<LookAsk, "positions"> & ScoreAt): Promise<Score> {
  const { look, vectors } = (await inspector(positions)).look({ sentence: firstSentence, positions });
  return scoreOf(look, vectors, at);
}

export const most = css(".most");
export const trail = page.getByRole("navigation", { name: "Where you are" });
export const press = (name: string): Promise<void> => button(name).click();
export const positions = (name: string): Promise<void> =>
  css(".editor").getByRole("radio", { name, exact: true }).click();

/** Opens the page at a part of the address; the worker has answered: the vectors of blocks are there. */
export async function openReady(query: string = ""): Promise<void> {
  await open(`#/transformer${query}`);
  await expect.element(css(".transformer")).toHaveAttribute("data-ready");
}

/** A number as the page writes it. */
export const read = (text: string): number => Number(text.replace("−", "-"));

export function expectClose(found: number, wanted: number): void {
  expect(Math.abs(found - wanted)).toBeLessThanOrEqual(1e-5 * Math.max(1, Math.abs(wanted)));
}

export async function expectScore(at: Parameters<typeof scoreBeside>[0]): Promise<void> {
  const wanted = await scoreBeside(at);
  await expectCount(".products .product td", 16);
  const dot = (): number => read(text("[data-number=dot]"));
  await expect.poll(dot).toBeCloseTo(wanted.dot, 4);
  for (const [row, values] of [
    ["query", wanted.q],
    ["key", wanted.k],
    ["product", wanted.products],
  ] as const) {
    const cells = all(`.products .${row} td`);
    values.forEach((value, d) => {
      expectClose(Number(cells[d]?.getAttribute("data-value")), value);
      expect(Math.abs(read(cells[d]?.textContent ?? "") - value)).toBeLessThanOrEqual(5.1e-4);
    });
  }
  expectClose(dot(), wanted.dot);
  expectClose(read(text("[data-number=score]")), wanted.scores[at.key] ?? Number.NaN);
  expectClose(read(text("[data-number=weight]")), wanted.weights[at.key] ?? Number.NaN);
}
