import { fill, percent } from "@saccade/figures/messages";
import { type BlockName, isLayer, kindOf, layerOf, type Part } from "@saccade/figures/transformer-places";
import { short } from "@saccade/figures/ui";
import type { Card } from "../../export/card.ts";
import type { Look, Positioning } from "./calls.ts";
import { answeringHead, type Focus } from "./focus.ts";
import { endingOf, english, french, nounsOf, outcomeOf, parse } from "./language.ts";
import type { Texts } from "./messages/index.ts";
import { allHeads, breakages, headIndex, sideOf, stateOf } from "./switches.ts";

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

interface Answer {
  readonly answer: string;
  /** Empty where no head looks at the adjective alone. */
  readonly why: string;
}

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

/**
 * The answer to the page's question that a view shows, and why the head looks at the adjective; null in a view of another head or
 * word, and where heads are broken.
 */
export function answerOf(t: Texts, look: Look, { attention, head, query, row }: Focus): Answer | null {
  const { pronoun, ask, source, fed } = look;
  const adjective = endingOf(ask.sentence);
  const isTouched = (ask.switches ?? []).length > 0 || (ask.patch ?? null) !== null;
  if (pronoun === null || adjective < 0 || isTouched || query !== pronoun.place) return null;
  if (!attention.endsWith("cross") || ask.net === "guided") return null;
  const meant = nounsOf(ask.sentence).filter((one) => one.pronoun === pronoun.own);
  const noun = meant.length === 1 ? meant[0]?.noun : undefined;
  const { own, other, untouched, alone } = pronoun;
  const found = answeringHead(look);
  const named = { own, other, noun, key: source[adjective]!, query: fed[query]! };
  if (found === null) return { answer: fill(t.answer.spread, named), why: "" };
  if (found.attention !== attention || found.head !== head) return null;
  // Scores differ by the logarithm of what weights are a multiple of.
  const [most = 0, second = 0] = row.map((weight) => weight ?? 0).sort((a, b) => b - a);
  const numbers = {
    more: short(Math.log(most / second)),
    next: source[row.indexOf(second)]!,
    state: t.break.states[ask.breakage ?? "off"],
    left: short(alone[headIndex({ attention, head })]!),
    lead: short(untouched.lead),
  };
  return {
    answer: fill(t.answer.looks, { ...named, weight: percent(most) }),
    why: fill(t.answer.why, { ...named, ...numbers }),
  };
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

/** A card of the sentence, and of what broken heads and a patch have made of its translation. */
export function cardOf(t: Texts, look: Look): Card {
  const { ask, untouched, target, source, fed, other } = look;
  const { switches = [], patch = null } = ask;
  const sentence = { label: t.sentence, text: english(ask.sentence) };
  const changed = breakages.flatMap((state) => {
    const names = switches
      .filter((one) => one.state === state)
      .map(({ attention, head }) => fill(t.shows, { block: fullName(t, attention), head }));
    return names.length === 0 ? [] : [`${names.join("; ")}: ${t.break.states[state]}`];
  });
  if (patch !== null) {
    const side = sideOf(patch.site);
    const place = `${t.patching.sides[side]}, ${t.patching.sites[patch.site]}`;
    const word = (side === "source" ? source : fed)[patch.position] ?? "";
    changed.push(fill(t.patching.patched, { place, word, other: english(other) }));
  }
  if (changed.length === 0)
    return { title: t.title, lines: [sentence, { label: t.writes, text: french(target) }] };
  const isFlipped = look.pronoun !== null && outcomeOf(untouched, target) === "flipped";
  return {
    title: isFlipped ? saidOf(t, look) : t.title,
    lines: [
      sentence,
      { label: t.break.before, text: french(untouched) },
      { label: t.break.after, text: french(target) },
      { label: t.break.changed, text: changed.join("; ") },
    ],
  };
}
