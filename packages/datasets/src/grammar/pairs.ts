import { ArgumentError } from "@saccade/tensor/checks";
import { type OptionsOf, oneOf, options, required, whole } from "@saccade/tensor/contract";
import { seed } from "../rules.ts";
import { type AlignmentLink, align, isContent } from "./align.ts";
import { chinese } from "./chinese.ts";
import { drawSentence } from "./draw.ts";
import { english } from "./english.ts";
import { french } from "./french.ts";
import { Choices } from "./random.ts";
import { relationsOf, type WordRelation } from "./relations.ts";
import type { Sentence } from "./sentence.ts";
import type { Word } from "./word.ts";

/** Source and target: English–French, English–Chinese, Chinese–English. */
export type GrammarLanguages = "en-fr" | "en-zh" | "zh-en";

/** A sentence in two languages, and which of its words translate which. */
export interface AlignedPair {
  /** Lower-case words, the full stop last. */
  readonly source: readonly string[];
  /** Lower-case words, the full stop last. */
  readonly target: readonly string[];
  /** Links without doubt. The full stops have no links. */
  readonly sure: readonly AlignmentLink[];
  /** All links that are right, the sure ones among them. */
  readonly possible: readonly AlignmentLink[];
  /** Of each target word, whether it is a noun, a verb or an adjective. Auxiliaries and copulas are not. */
  readonly content: readonly boolean[];
  /** Which words of the source belong together. */
  readonly relations: readonly WordRelation[];
}

/** Words of a sentence at most, the full stop included. */
export const LONGEST_SENTENCE = 14;

/** More distinct pairs than this are not looked for. */
export const MOST_PAIRS = 20_000;

/** Source and target. */
export const languages = required(oneOf(["en-fr", "en-zh", "zh-en"]));

const pairsOptions = options(
  "grammarPairs",
  {
    /** Source and target: "en-fr", "en-zh" or "zh-en". */
    languages,
    /** How many pairs, 1 to 20,000. */
    count: required(whole(undefined, { min: 1, max: MOST_PAIRS })),
    /** Of the choices, a whole number ≥ 0. Default 0. */
    seed,
  },
  { example: 'grammarPairs({ languages: "en-fr", count: 100 })' },
);

/** Options of {@link grammarPairs}. */
export interface GrammarPairsOptions extends OptionsOf<typeof pairsOptions> {}

/**
 * Sentence pairs from one grammar, no two with the same source or the same target, with gold alignments by construction:
 * each sentence is drawn once, without a language, and realized in both. At most 14 words, the full stop included.
 *
 * A target word has at most one sure link, to the word with the same meaning ("not" from both "ne" and "pas"; "who" from
 * 的). Further links are possible and no more (Och & Ney 2003, A Systematic Comparison of Various Statistical Alignment
 * Models, §3): of an article, an adjective, a measure word or a 的 to its noun; of a word with two meanings ("au", 上周)
 * to the second; of a word without a counterpart ("does", 很) to the word that it serves.
 *
 * @throws ArgumentError for an unknown option or a wrong value.
 * @example grammarPairs({ languages: "en-fr", count: 1 })[0].source // ["this", "boy", "often", "draws", "this", "beautiful", "church", "."]
 */
export function grammarPairs(given: GrammarPairsOptions): AlignedPair[] {
  const { languages, count, seed } = pairsOptions(given);
  const drawn = drawPairs(languages, seed);
  return Array.from({ length: count }, () => drawn.next());
}

/** Pairs without end, each unlike those before it in source and in target. */
export function drawPairs(languages: GrammarLanguages, seed: number): { next(): AlignedPair } {
  const random = new Choices(seed);
  const sources = new Set<string>();
  const targets = new Set<string>();
  return {
    next() {
      for (let tries = 0; tries < 10_000; tries++) {
        const pair = realize(languages, drawSentence(random));
        const source = pair.source.join(" ");
        const target = pair.target.join(" ");
        const long = pair.source.length > LONGEST_SENTENCE || pair.target.length > LONGEST_SENTENCE;
        if (long || sources.has(source) || targets.has(target)) continue;
        sources.add(source);
        targets.add(target);
        return pair;
      }
      throw new ArgumentError("grammarPairs: the grammar has no more sentences; ask for fewer.");
    },
  };
}

function realize(languages: GrammarLanguages, sentence: Sentence): AlignedPair {
  const source = languages === "zh-en" ? chinese(sentence) : english(sentence);
  const target =
    languages === "en-fr" ? french(sentence) : languages === "en-zh" ? chinese(sentence) : english(sentence);
  return {
    source: [...texts(source), languages === "zh-en" ? "。" : "."],
    target: [...texts(target), languages === "en-zh" ? "。" : "."],
    ...align(source, target),
    content: [...target.map(({ part }) => isContent(part)), false],
    relations: relationsOf(source),
  };
}

function texts(words: readonly Word[]): string[] {
  return words.map(({ text }) => text);
}
