import { badArgument } from "@saccade/tensor/checks";
import * as c from "@saccade/tensor/contract";
import { count, pickIndex, random, words } from "../rules.ts";

/** A review: sentences, each about one thing. */
export interface Review {
  /** The words of each sentence. */
  readonly sentences: readonly (readonly string[])[];
  /** The thing that each sentence is about. */
  readonly things: readonly string[];
  /** Whether each sentence praises its thing. */
  readonly praises: readonly boolean[];
  /** The index of the sentence that is asked about. */
  readonly asked: number;
}

/** The things that reviews are about. */
export const reviewThings: readonly string[] = words(
  "food service music garden coffee room staff breakfast view bar",
);
const good = words("good great fine excellent lovely superb");
const bad = words("bad poor awful terrible dreadful weak");
const verbs = ["was", "seemed", "felt"];
const adverbs = ["very", "really", "quite"];

const reviewOptions = c.options(
  "makeReviews",
  {
    /** Number of reviews, ≥ 1. */
    count,
    /** Sentences of a review, 2 to 10. Each praises or blames another thing. */
    sentences: c.required(c.whole(undefined, { min: 2, max: reviewThings.length })),
    /**
     * Things of which every review has exactly one, the one that is asked about. Default: any of the review's own, drawn for
     * each.
     */
    about: c.listOf<string>(c.oneOf(reviewThings)),
    /** Whether the asked sentence joins a thing, a verb and an adjective that no training review joins. Default false: for training. */
    heldOut: c.flag(false),
    /** The share of sentences with "not", 0 to 1. Default ¼. */
    negated: c.number(0.25, { min: 0, max: 1 }),
    /** Gives uniform numbers in [0, 1), such as `Math.random`. */
    random,
  },
  { example: "makeReviews({ count: 100, sentences: 4, random: Math.random })" },
);

/** Options of {@link makeReviews}. */
export interface ReviewOptions extends c.OptionsOf<typeof reviewOptions> {}

/**
 * Reviews such as "the food was not bad at all, the service seemed really poor": sentences that praise or blame a thing
 * each, as chance will have it. A sentence with "not" means the opposite of its adjective. So the words of a review, without
 * their order, tell its mood at most: for one of its things, a reader has to find the sentence about it, and to join "not"
 * with the adjective.
 *
 * @throws ArgumentError for an unknown option or a wrong value.
 * @example makeReviews({ count: 1, sentences: 4, random: () => 0 })[0].sentences[0] // ["the", "music", "was", "not", "good"]
 */
export function makeReviews(given: ReviewOptions): Review[] {
  const { what } = reviewOptions;
  const settings = reviewOptions(given);
  const { count, sentences, about, random } = settings;
  if (about?.length === 0)
    throw badArgument(what, "about", 'a list of things, as ["food", "service"]', about);
  const others = reviewThings.length - new Set(about).size;
  if (sentences > others + 1)
    throw badArgument(what, "sentences", `≤ ${others + 1} beside an about of ${about?.length}`, sentences);
  const below = (n: number): number => pickIndex(what, n, random);
  return Array.from({ length: count }, () => makeReview(settings, below));
}

/** Gives a whole number from 0 to n − 1. */
type Below = (n: number) => number;

type Settings = c.SettingsOf<typeof reviewOptions>;

function makeReview({ sentences, about = [], heldOut, negated }: Settings, below: Below): Review {
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
  // A thing and a verb have two adjectives of either kind that training reviews do not join with them. Every two of the
  // three words do meet in training: else a bag of words would tell which adjective belongs to which thing.
  const adjectives = (praise === negative ? bad : good).filter((_, i) => ((place + i) % 3 === 0) === heldOut);
  const adverb = below(2) === 1 ? [pick(adverbs)] : [];
  const end = negative && below(2) === 1 ? ["at", "all"] : [];
  return ["the", thing, verbs[verb]!, ...(negative ? ["not"] : []), ...adverb, pick(adjectives), ...end];
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
