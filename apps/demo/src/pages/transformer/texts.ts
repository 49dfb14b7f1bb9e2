import { fill } from "@saccade/figures/messages";
import { type BlockName, isLayer, kindOf, layerOf, type Part } from "@saccade/figures/transformer-places";
import { short } from "@saccade/figures/ui";
import type { Look, Positioning } from "./calls.ts";
import { french, nounsOf, outcomeOf, parse } from "./language.ts";
import type { Texts } from "./messages/index.ts";
import { allHeads, stateOf } from "./switches.ts";

// Names of parts, numbers as the page writes them, and sentences on a translation.

/** Names of blocks. */
export function blockName(t: Texts, block: BlockName): string {
  const kind = kindOf(block);
  return kind === "self" && block.startsWith("d") ? t.masked : t.blocks[kind].name;
}

/** A description of a block, with positions or without. */
export function blockText(t: Texts, block: BlockName, positions: Positioning): string {
  const kind = kindOf(block);
  if (kind === "positions" && positions !== "on") return t.positionsNone;
  if (block === "tgt.positions") return t.positionsOfDecoder;
  return kind === "self" && block.startsWith("d") ? t.maskedText : t.blocks[kind].text;
}

/** A layer's name, such as "Encoder layer 1": layers and heads count from 0, as in the book, but from 1 in the address. */
export function layerName(t: Texts, layer: string): string {
  return fill(t.layer, { side: layer.startsWith("e") ? "e" : "d", number: Number(layer[1]) - 1 });
}

/** A part with its layer, such as "Encoder layer 1, self-attention". */
export function fullName(t: Texts, place: Part): string {
  if (isLayer(place)) return layerName(t, place);
  const layer = layerOf(place);
  const name = blockName(t, place);
  return layer === null ? name : fill(t.inLayer, { layer: layerName(t, layer), block: name });
}

/** A number with its sign, such as "−4.3". */
export const signed = (x: number): string => `${x < 0 ? "" : "+"}${short(x)}`;
/** A difference of shares in points, such as "(−38)"; empty below half a point. */
export const points = (change: number): string =>
  Math.abs(change) < 0.005 ? "" : `(${change < 0 ? "" : "+"}${short(100 * change, 0)})`;

type Shown = Pick<Look, "ask" | "target">;

/** The grammar's verdict on a translation, and the right one; "unknown" for a sentence that the grammar does not have. */
export function verdictOf({ ask, target }: Shown): {
  readonly kind: "right" | "wrong" | "unknown";
  readonly wanted: string;
} {
  const wanted = parse(ask.sentence)?.target;
  if (wanted === undefined) return { kind: "unknown", wanted: "" };
  return { kind: french(wanted) === french(target) ? "right" : "wrong", wanted: french(wanted) };
}

/** Notes on the translation that is shown; empty for a right one with positions. */
export function notesOn(t: Texts, look: Shown): string {
  const { kind, wanted } = verdictOf(look);
  const { positions } = look.ask;
  const judged = fill(t.verdicts[kind], { wanted });
  if (positions !== "on") return `${t.positionsAre[positions]} ${t.anyOrder} ${judged}`;
  return kind === "right" ? "" : judged;
}

/** The page's question about the sentence that is shown. */
export function leadOf(t: Texts, { ask }: Pick<Look, "ask">): string {
  const [first, second, ...others] = nounsOf(ask.sentence);
  const asks = ask.sentence.includes("it") && others.length === 0;
  if (!asks || first === undefined || second === undefined) return t.lead;
  const named = { first: first.noun, one: first.pronoun, second: second.noun, other: second.pronoun };
  return fill(first.pronoun === second.pronoun ? t.leadAlike : t.leadAsks, { ...named, pronoun: named.one });
}

/** One sentence on the effect of the switches, or on the task. */
export function saidOf(t: Texts, { pronoun, untouched, target, ask }: Look): string {
  const { switches = [], patch = null } = ask;
  if (pronoun === null) return t.break.nothingToFlip;
  const { own, other } = pronoun;
  if (switches.length === 0 && patch === null) return fill(t.break.task, { own, other });
  const what = fill(patch === null ? t.break.count : t.break.countPatched, { count: switches.length });
  return fill(t.break[outcomeOf(untouched, target)], { what, own, other });
}

/** The reduction of the pronoun's lead by one more click on a head. */
export function takenBy({ pronoun }: Look, index: number): number {
  return pronoun === null ? 0 : pronoun.now.lead - pronoun.next[index]!;
}

const least = 1.5; // of the lead

/**
 * The head that took over most, by its index among all, and the reduction of the lead by a click on it: it matters more now
 * than in the untouched model. null if none does.
 */
export function successorOf(
  look: Look,
): { readonly index: number; readonly now: number; readonly before: number } | null {
  const { pronoun, ask } = look;
  const { switches = [] } = ask;
  if (pronoun === null || switches.length === 0) return null;
  const found = allHeads
    .map((head, index) => ({
      index,
      isOn: stateOf(switches, head.attention, head.head) === "on",
      now: takenBy(look, index),
      before: pronoun.untouched.lead - pronoun.alone[index]!,
    }))
    .filter(({ isOn, now, before }) => isOn && now - Math.max(0, before) >= least)
    .sort((a, b) => b.now - b.before - (a.now - a.before));
  return found[0] ?? null;
}
