import { dictionary, fill } from "@saccade/figures/messages";
import en from "./en.json" with { type: "json" };

/** The page's texts. */
export const words = dictionary(en, () => import("./zh.json"));
export type Texts = (typeof words)["en"];

/** What was not read of a text: characters beyond the longest, and words without a token. */
export function notesOf(
  t: Texts,
  left: number,
  kept: number,
  { unknown, unknownAs }: { readonly unknown: readonly string[]; readonly unknownAs: string | null },
): string {
  const few = unknown.slice(0, 8).map((word) => `“${word}”`);
  const listed = few.join(t.comma) + (unknown.length > few.length ? "…" : "");
  const cut = left > 0 ? `${fill(t.textCut, { kept, left })} ` : "";
  return unknown.length > 0 ? `${cut}${fill(t.unknown, { words: listed, as: unknownAs })} ` : cut;
}
