import {
  badArgument,
  checkBoolean,
  checkChoice,
  checkFunction,
  checkInteger,
  checkOptions,
  checkRange,
  optionNames,
} from "@saccade/tensor/checks";
import { pickIndex } from "../pick.ts";

/** Options of {@link makeReviews}. */
export interface ReviewOptions {
  /** Number of reviews, ≥ 1. */
  readonly count: number;
  /** Sentences of a review, 2 to 10. Each praises or blames another thing. */
  readonly sentences: number;
  /**
   * Things of which every review has exactly one, the one that is asked about. Default: any of the review's own, drawn for
   * each.
   */
  readonly about?: readonly string[] | undefined;
  /** Whether the asked sentence joins a thing, a verb and an adjective that no training review joins. Default false: for training. */
  readonly heldOut?: boolean | undefined;
  /** The share of sentences with "not", 0 to 1. Default ¼. */
  readonly negated?: number | undefined;
  /** Gives uniform numbers in [0, 1), such as `Math.random`. */
  readonly random: () => number;
}

/** A review: sentences, each about one thing. */
export interface Review {
  /** The words of each sentence. */
  readonly sentences: readonly (readonly string[])[];
  /** What each sentence is about. */
  readonly things: readonly string[];
  /** Whether each sentence praises its thing. */
  readonly praises: readonly boolean[];
  /** The index of the sentence that is asked about. */
  readonly asked: number;
}

/** The things that reviews are about. */
export const reviewThings: readonly string[] = [
  "food",
  "service",
  "music",
  "garden",
  "coffee",
  "room",
  "staff",
  "breakfast",
  "view",
  "bar",
];
const good = ["good", "great", "fine", "excellent", "lovely", "superb"];
const bad = ["bad", "poor", "awful", "terrible", "dreadful", "weak"];
const verbs = ["was", "seemed", "felt"];
const adverbs = ["very", "really", "quite"];

const what = "makeReviews";
const options = optionNames<ReviewOptions>(
  what,
  { count: true, sentences: true, about: true, heldOut: true, negated: true, random: true },
  `${what}({ count: 100, sentences: 4, random: Math.random })`,
);

/**
 * Reviews such as "the food was not bad at all, the service seemed really poor": sentences that praise or blame a thing
 * each, as chance will have it. A sentence with "not" means the opposite of its adjective. So the words of a review, without
 * their order, tell its mood at most: for one of its things, a reader has to find the sentence about it, and to join "not"
 * with the adjective.
 *
 * @throws ArgumentError for an unknown option, a size out of range, an unknown thing, or a `random` that is not a function
 * or leaves [0, 1).
 * @example makeReviews({ count: 1, sentences: 4, random: () => 0 })[0].sentences[0] // ["the", "music", "was", "not", "good"]
 */
export function makeReviews(given: ReviewOptions): Review[] {
  checkOptions(options, given);
  if (given === undefined) throw badArgument(what, "options", "an object", given, `write ${options.example}`);
  const { count, sentences, about, heldOut = false, negated = 0.25, random } = given;
  checkInteger(what, "count", count, 1, 2 ** 24);
  checkInteger(what, "sentences", sentences, 2, reviewThings.length);
  if (about !== undefined) checkAbout(about, sentences);
  checkBoolean(what, "heldOut", heldOut);
  checkRange(what, "negated", negated, 0, 1);
  checkFunction(what, "random", random, "write random: Math.random");
  const below = (n: number): number => pickIndex(what, n, random);
  return Array.from({ length: count }, () =>
    makeReview({ sentences, about: about ?? [], heldOut, negated }, below),
  );
}

function checkAbout(about: unknown, sentences: number): void {
  const rule = 'a list of things, as ["food", "service"]';
  if (!Array.isArray(about) || about.length === 0) throw badArgument(what, "about", rule, about);
  Array.from<unknown>(about).forEach((thing, i) => {
    checkChoice(what, `about[${i}]`, thing, reviewThings);
  });
  const others = reviewThings.length - new Set(about).size;
  if (sentences <= others + 1) return;
  throw badArgument(what, "sentences", `≤ ${others + 1} beside an about of ${about.length}`, sentences);
}

/** Gives a whole number from 0 to n − 1. */
type Below = (n: number) => number;

interface Settings {
  readonly sentences: number;
  readonly about: readonly string[];
  readonly heldOut: boolean;
  readonly negated: number;
}

function makeReview({ sentences, about, heldOut, negated }: Settings, below: Below): Review {
  const others = shuffled(
    reviewThings.filter((thing) => !about.includes(thing)),
    below,
  );
  const wanted = about.length === 0 ? [] : [about[below(about.length)]!];
  const things = shuffled([...wanted, ...others].slice(0, sentences), below);
  const asked = wanted.length === 0 ? below(sentences) : things.indexOf(wanted[0]!);
  const praises = things.map(() => below(2) === 1);
  return {
    sentences: things.map((thing, i) => {
      const negative = below(2 ** 24) < negated * 2 ** 24;
      return makeSentence(thing, praises[i]!, { negative, heldOut: heldOut && i === asked }, below);
    }),
    things,
    praises,
    asked,
  };
}

function makeSentence(
  thing: string,
  praise: boolean,
  { negative, heldOut }: { readonly negative: boolean; readonly heldOut: boolean },
  below: Below,
): string[] {
  const pick = (words: readonly string[]): string => words[below(words.length)]!;
  const verb = below(verbs.length);
  const place = reviewThings.indexOf(thing) + verb;
  const adjectives = (praise === negative ? bad : good).filter((_, i) => isHeldOut(place + i) === heldOut);
  const adverb = below(2) === 1 ? [pick(adverbs)] : [];
  const end = negative && below(2) === 1 ? ["at", "all"] : [];
  return ["the", thing, verbs[verb]!, ...(negative ? ["not"] : []), ...adverb, pick(adjectives), ...end];
}

// A thing and a verb have two adjectives of either kind that training reviews do not join with them. Every two of the
// three words do meet in training: else a bag of words would tell which adjective belongs to which thing.
function isHeldOut(places: number): boolean {
  return places % 3 === 0;
}

// Fisher & Yates.
function shuffled<T>(values: readonly T[], below: Below): T[] {
  const result = [...values];
  for (let i = result.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [result[i], result[j]] = [result[j]!, result[i]!];
  }
  return result;
}
