import type { Tensor } from "@saccade/tensor";
import type { Pronoun, Reading } from "./calls.ts";
import { type Intervention, idsOf, type Subject, withInterventions } from "./intervene.ts";
import { longestTarget, otherPronoun, outcomeOf, pronounOf, source, target } from "./language.ts";
import { allHeads, type Breakage, clicked, type Switches } from "./switches.ts";

// What a model translates with heads broken and vectors patched, and how sure it is of the pronoun.

export const untouched: Intervention = { switches: [], patch: null };

/** The scores of the next words after each of `fed`, (rows, words read, words), an intervention a row. */
export function scoresOf(subject: Subject, fed: readonly string[], rows: readonly Intervention[]): Tensor {
  const [x, y] = [source.ids([...subject.sentence, "<eos>"]), target.ids(fed)];
  const repeated = (ids: readonly number[]): Tensor => idsOf(rows.map(() => ids));
  return withInterventions(subject, fed, rows, () => subject.net.logits(repeated(x), repeated(y)));
}

/**
 * The translation, word by word the likeliest. `draft` is a guess, such as the translation before a head was switched off: it
 * is read at once, and what it has right need not be computed word by word.
 */
export function translate(
  subject: Subject,
  intervention: Intervention,
  draft: readonly string[] = ["<eos>"],
): string[] {
  let words = [...draft];
  for (let right = 0; ; right++) {
    const found = likeliest(scoresOf(subject, ["<bos>", ...words.slice(0, -1)], [intervention]));
    while (right < words.length && found[right] === words[right]) right++;
    if (right === words.length) return words;
    words[right] = found[right]!;
    if (words[right] === "<eos>") words = words.slice(0, right + 1);
    else if (right === words.length - 1 && words.length < longestTarget) words.push("<eos>");
  }
}

/** (1, steps, words) → the likeliest word at each step, of those that may be written. */
function likeliest(scores: Tensor): string[] {
  const [, steps] = scores.shape;
  const values = scores.contiguous().dataSync();
  return Array.from({ length: steps! }, (_, i) => {
    const row = Array.from(values.subarray(i * target.size, (i + 1) * target.size));
    for (const word of ["<pad>", "<bos>"]) row[target.index(word)] = Number.NEGATIVE_INFINITY;
    return target.words[row.indexOf(Math.max(...row))]!;
  });
}

/** How sure the model is of the pronoun of a translation, in each row. */
export function readingsOf(
  subject: Subject,
  translation: readonly string[],
  rows: readonly Intervention[],
): Reading[] {
  const place = pronounOf(translation);
  const own = translation[place]!;
  const [a, b] = [target.index(own), target.index(otherPronoun(own))];
  const fed = ["<bos>", ...translation.slice(0, place)];
  const scores = scoresOf(subject, fed, rows).select(1, place); // (rows, words)
  const [logits, shares] = [scores, scores.softmax(-1)].map((x) => x.contiguous().dataSync());
  return rows.map((_, i) => ({
    own: shares![i * target.size + a]!,
    other: shares![i * target.size + b]!,
    lead: logits![i * target.size + a]! - logits![i * target.size + b]!,
  }));
}

/** A subject's results when nothing is switched, and the effect of each single head's click on its pronoun. */
export interface Baseline {
  readonly subject: Subject;
  readonly breakage: Breakage;
  readonly translation: readonly string[];
  /** null for a translation without a pronoun. */
  readonly pronoun: Pick<Pronoun, "place" | "own" | "other" | "untouched" | "alone"> | null;
}

export function baselineOf(subject: Subject, breakage: Breakage): Baseline {
  const translation = translate(subject, untouched);
  const place = pronounOf(translation);
  const own = translation[place];
  if (own === undefined) return { subject, breakage, translation, pronoun: null };
  const [reading, ...alone] = readingsOf(subject, translation, [untouched, ...clicks(untouched, breakage)]);
  return {
    subject,
    breakage,
    translation,
    pronoun: {
      place,
      own,
      other: otherPronoun(own),
      untouched: reading!,
      alone: alone.map(({ lead }) => lead),
    },
  };
}

/** The effect of an intervention on the pronoun of the untouched translation, and that of one more click. */
export function pronounIn(
  { subject, breakage, translation, pronoun }: Baseline,
  now: Intervention,
): Pronoun | null {
  if (pronoun === null) return null;
  if (!isTouched(now)) return { ...pronoun, now: pronoun.untouched, next: pronoun.alone };
  const [reading, ...next] = readingsOf(subject, translation, [now, ...clicks(now, breakage)]);
  return { ...pronoun, now: reading!, next: next.map(({ lead }) => lead) };
}

/** The interventions after a click on each head. */
function clicks({ switches, patch }: Intervention, breakage: Breakage): Intervention[] {
  return allHeads.map((head) => ({ patch, switches: clicked(switches, head, breakage) }));
}

export function isTouched({ switches, patch }: Intervention): boolean {
  return switches.length > 0 || patch !== null;
}

/** Whether a set of heads flips the pronoun of the untouched translation. */
export function flips(
  { subject, translation }: Pick<Baseline, "subject" | "translation">,
  switches: Switches,
): boolean {
  return outcomeOf(translation, translate(subject, { switches, patch: null }, translation)) === "flipped";
}
