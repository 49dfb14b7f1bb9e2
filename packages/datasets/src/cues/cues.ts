import { type Options, type OptionsOf, options } from "@saccade/tensor/contract";
import { count, pick, random, words } from "../rules.ts";

const cueRules = {
  /** Number of sentences, ≥ 1. */
  count,
  /** Gives uniform numbers in [0, 1), such as `Math.random`. */
  random,
};

type Cues = Options<typeof cueRules>;

/** Options of {@link negatedSentences} and {@link agreementSentences}. */
export interface CueOptions extends OptionsOf<Cues> {}

/** A sentence of {@link cueLength} words and its class. */
export interface CueSentence {
  /** The words of the sentence. */
  readonly words: readonly string[];
  /** 0 or 1. */
  readonly label: number;
}

/** Words of every sentence. */
export const cueLength = 20;

/* @__NO_SIDE_EFFECTS__ */
function cueOptions(what: string): Cues {
  return options(what, cueRules, { example: `${what}({ count: 64, random: Math.random })` });
}

const negatedOptions = cueOptions("negatedSentences");
const agreementOptions = cueOptions("agreementSentences");

const fillers = words("very often here there today again still near far under over well now then soon quite");
const adjectives = words("good bad warm cold fresh dull");
const nouns = words("key door lamp chair table book plant window");

/** Every word of these sentences, sorted, each once. */
export const cueWords: readonly string[] = [
  ...new Set([...fillers, ...adjectives, ...nouns, ...nouns.map(plural), "not", "is", "are"]),
].sort();

/**
 * A local cue: class 1 if "not" comes right before "good". Each sentence has "not" once, before "good" or another of six
 * adjectives, and "good" once, so that a bag of words cannot solve it.
 *
 * @throws ArgumentError for an unknown option or a wrong value.
 * @example negatedSentences({ count: 1, random: () => 0 })[0].words.length // 20
 */
export function negatedSentences(given: CueOptions): CueSentence[] {
  return sentences(negatedOptions, given, (draw) => {
    const label = draw([0, 1]);
    const other = draw(adjectives.slice(1));
    const [denied, plain] = label === 1 ? ["good", other] : [other, "good"];
    const no = ["not", denied];
    const yes = [draw(fillers), plain];
    const [first, second] = draw([0, 1]) === 0 ? [no, yes] : [yes, no];
    const start = draw([0, 1, 2, 3, 4, 5, 6, 7]);
    const gap = draw([0, 1, 2, 3, 4, 5, 6, 7]);
    const line = [...some(start, draw), ...first, ...some(gap, draw), ...second];
    return { words: [...line, ...some(cueLength - line.length, draw)], label };
  });
}

/**
 * A far-apart cue: class 1 if the verb, "is" or "are", agrees in number with the first noun, its subject. Three more nouns
 * come between them; of the four, two are singular and two plural, so that a bag of words cannot solve it; subject and verb
 * are 12 to 14 words apart.
 *
 * @throws ArgumentError as {@link negatedSentences}.
 * @example agreementSentences({ count: 1, random: () => 0 })[0].label // 0
 */
export function agreementSentences(given: CueOptions): CueSentence[] {
  return sentences(agreementOptions, given, (draw) => {
    const label = draw([0, 1]);
    const many = draw([0, 1]);
    // As many singular nouns as plural ones: their count carries no information about the subject.
    const others = draw([
      [many, 1 - many, 1 - many],
      [1 - many, many, 1 - many],
      [1 - many, 1 - many, many],
    ]);
    const noun = (number: number): string => (number === 1 ? plural(draw(nouns)) : draw(nouns));
    const start = draw([1, 2, 3]);
    const line = [...some(start, draw), noun(many), ...some(2, draw)];
    for (const number of others) line.push(noun(number), ...some(2, draw));
    line.push(...some(draw([0, 1, 2]), draw), (many === 1) === (label === 1) ? "are" : "is");
    return { words: [...line, ...some(cueLength - line.length, draw)], label };
  });
}

type Draw = <T>(values: readonly T[]) => T;

function some(count: number, draw: Draw): string[] {
  return Array.from({ length: count }, () => draw(fillers));
}

function plural(noun: string): string {
  return `${noun}s`;
}

function sentences(contract: Cues, given: CueOptions, make: (draw: Draw) => CueSentence): CueSentence[] {
  const { count, random } = contract(given);
  const draw = <T>(values: readonly T[]): T => pick(contract.what, values, random);
  return Array.from({ length: count }, () => make(draw));
}
