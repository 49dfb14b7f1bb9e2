import type { AttentionName } from "@saccade/figures/transformer-places";
import type { PatchSite } from "../patches.ts";
import type { Breakage, HeadState } from "../switches.ts";

/** A number with its sign, such as "−4.3". */
export const signed = (x: number): string => `${x < 0 ? "−" : "+"}${Math.abs(x).toFixed(1)}`;
/** A number with one digit after the point, such as "−4.3". */
export const plain = (x: number): string => `${x < 0 ? "−" : ""}${Math.abs(x).toFixed(1)}`;
/** A difference of shares in points, such as "(−38)"; empty below half a point. */
export const points = (change: number): string =>
  Math.abs(change) < 0.005 ? "" : `(${change < 0 ? "−" : "+"}${Math.abs(100 * change).toFixed(0)})`;

const headsOf = (count: number): string => (count === 1 ? "1 head" : `${count} heads`);

/** The texts about switches. */
export const breaking = {
  signed,
  plain,
  points,
  title: (own: string): string => `Which heads hold “${own}”?`,
  noPronoun: "Every head is a switch",
  click: "A click makes it",
  thisHead: "This head",
  states: { off: "off", even: "uniform", frozen: "frozen" } as Readonly<Record<Breakage, string>>,
  isInState: (state: string): string => ` (${state})`,
  headStates: { on: "on", off: "off", even: "uniform", frozen: "frozen" } as Readonly<
    Record<HeadState, string>
  >,
  stateText: {
    off: () => "A clicked head gives zeros.",
    even: () => "A clicked head attends to every word alike.",
    frozen: (other) => `A clicked head gives what it gives in “${other}”`,
  } as Readonly<Record<Breakage, (other: string) => string>>,
  group: (attention: AttentionName): string =>
    ({
      "e1.self": "Encoder 0",
      "e2.self": "Encoder 1",
      "d1.self": "Decoder 0, self",
      "d1.cross": "Decoder 0, cross",
      "d2.self": "Decoder 1, self",
      "d2.cross": "Decoder 1, cross",
    })[attention],
  switch: (head: number, state: string): string => `Head ${head}: ${state}`,
  taken: (change: string): string => `a click changes the lead by ${change}`,
  nothingToFlip: "This translation has no pronoun.",
  task: (own: string, other: string): string =>
    `Click heads until “${own}” becomes “${other}”. Few are enough.`,
  count: headsOf,
  countPatched: (count: number): string =>
    count === 0 ? "One patched vector" : `${headsOf(count)} and one patched vector`,
  held: (what: string, own: string): string =>
    `${what}: still “${own}”. Bars show what the next click takes from its lead; orange, all of it.`,
  flipped: (what: string, own: string, other: string): string => `${what}: “${own}” became “${other}”!`,
  lost: (what: string, own: string): string =>
    `${what}: the sentence broke before “${own}” could become anything else.`,
  lead: (own: string): string => `Logit lead of “${own}”`,
  leadText:
    "The difference of the two words’ logits, after the words that the untouched model writes before.",
  tookOver: (head: string, now: string, before: string): string =>
    `${head} took over: a click now takes ${now} of the lead; with all heads on it takes ${before}.`,
  best: (count: number): string => `Your smallest set: ${headsOf(count)}.`,
  fewest: (heads: number, sets: number, state: string): string =>
    heads === 1
      ? `Of the 24 heads, ${sets} alone ${sets === 1 ? "does" : "do"} it (${state}).`
      : `No head alone does it (${state}); of the 276 pairs, ${sets} ${sets === 1 ? "does" : "do"}.`,
  otherSeeds: (sizes: readonly number[]): string =>
    `Models trained from other seeds need ${sizes.slice(0, -1).join(", ")} and ${sizes.at(-1)}.`,
  shared: "The address keeps it: copy the link to share.",
  showBest: "Switch to your smallest set",
  reset: "All heads on",
};

/** The texts about patches. */
export const patching = {
  title: (own: string): string => `Where does “${own}” come from?`,
  text: (other: string, own: string): string =>
    `Each cell replaces one vector with the one from “${other}” The color shows what is left of the lead of “${own}”. Click a cell to patch it.`,
  sides: { source: "Encoder", target: "Decoder" },
  sites: {
    src: "Input",
    e1: "Layer 0",
    e2: "Layer 1",
    d1: "Layer 0",
    d2: "Layer 1",
  } as Readonly<Record<PatchSite, string>>,
  cell: (site: string, word: string, lead: string): string => `${site}, “${word}”: lead ${lead}`,
  key: (own: string, other: string): string =>
    `Blue: “${own}” leads as before. Faint: it leads less. Orange: “${other}” leads.`,
};
