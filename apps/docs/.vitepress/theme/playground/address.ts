import { kept } from "@saccade/figures/walk/storage";
import { isProgram, source } from "../programs.ts";
import { type Linked, linkedProgram } from "./share.ts";

const first = "playground/first.ts";

/** Where the browser keeps a reader's version of a program. */
export const draftOf = (file: string): string => `saccade-playground:${file}`;

/** The content that an address of the playground opens. */
export interface Opened {
  /** The program of the docs that it starts from. */
  readonly file: string;
  /** The text that "Undo my changes" leads back to. */
  readonly original: string;
  readonly text: string;
  /** Whether the text came with the link. */
  readonly linked: boolean;
  /** Why the address opens something else than it says. */
  readonly problem: "damaged" | "large" | { readonly unknown: string } | null;
}

/**
 * Reads an address, which anybody may have written: `?file=` names a program of the docs, `#program=` carries one. What it
 * does not have is left out, and said.
 */
export async function programAt({ search, hash }: Pick<Location, "search" | "hash">): Promise<Opened> {
  const asked = new URLSearchParams(search).get("file") ?? first;
  const file = isProgram(asked) ? asked : first;
  const linked: Linked = await linkedProgram(hash);
  if (linked !== null && "text" in linked) {
    return { file, original: linked.text, text: linked.text, linked: true, problem: null };
  }
  const original = await source(file);
  const unknown = file === asked ? null : { unknown: shortened(asked) };
  return {
    file,
    original,
    text: kept(draftOf(file)) ?? original,
    linked: false,
    problem: linked?.problem ?? unknown,
  };
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= 60 ? text : `${characters.slice(0, 60).join("")}…`;
}
