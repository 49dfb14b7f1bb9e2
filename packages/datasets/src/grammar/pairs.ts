import { ArgumentError } from "@saccade/tensor/checks";
import { type OptionsOf, oneOf, options, required, whole } from "@saccade/tensor/contract";
import { seed } from "../rules.ts";
import { chinese } from "./chinese.ts";
import { drawSentence } from "./draw.ts";
import { Choices } from "./draw-phrase.ts";
import { english } from "./english.ts";
import { french } from "./french.ts";
import type { Part, Sentence, Word } from "./sentence.ts";

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

/** A target word and a source word, by position. */
export type AlignmentLink = readonly [targetIndex: number, sourceIndex: number];

/**
 * The links of two realizations of one sentence, sure and possible ones of Och & Ney (2003, §3): every sure link is possible
 * too. In order of the target. A target word with several meanings (上周, "last week") is
 * surely linked to the first of them, its head, and possibly to the others.
 */
function align(source: readonly Word[], target: readonly Word[]) {
  const sure: AlignmentLink[] = [];
  const possible: AlignmentLink[] = [];
  target.forEach((to, t) => {
    source.forEach((from, s) => {
      if (from.is.some((key) => key === to.is[0])) sure.push([t, s]);
      if (from.is.some((key) => to.is.includes(key) || to.sees.includes(key))) possible.push([t, s]);
    });
  });
  return { sure, possible };
}

/** Whether a word is a content word: a noun, verb or adjective, but not an auxiliary or copula. */
function isContent(part: Part): boolean {
  return part === "noun" || part === "verb" || part === "adjective";
}

/** Words of a sentence that belong together, by their places: "the" to "cat", "black" to "cat", "cat" to "sleeps". */
export interface WordRelation {
  /** Of a noun: its determiner or an adjective. Of a verb (or "is" without one): its subject or its object. */
  readonly kind: "determiner" | "adjective" | "subject" | "object";
  /** The place of the word that belongs to the other. */
  readonly dependent: number;
  /** The place of the other: the noun or the verb. */
  readonly head: number;
}

const kinds: readonly {
  readonly kind: WordRelation["kind"];
  readonly dependent: RegExp;
  /** The head's key, after the common prefix. */
  readonly heads: readonly string[];
}[] = [
  { kind: "determiner", dependent: /^(.+\.)determiner$/, heads: ["noun"] },
  { kind: "adjective", dependent: /^(.+\.)adjective\d+$/, heads: ["noun"] },
  { kind: "subject", dependent: /^(|.+\.relative\.)subject(?:\.noun)?$/, heads: ["verb", "copula"] },
  { kind: "object", dependent: /^(|.+\.relative\.)object(?:\.noun)?$/, heads: ["verb"] },
];

/** The relations of a realized sentence, in the order of their dependents. A noun is not linked to the verb of its own relative clause. */
function relationsOf(words: readonly Word[]): WordRelation[] {
  const places = new Map(words.map(({ is }, i) => [is[0], i]));
  return words.flatMap(({ is: [meaning = ""] }, dependent) =>
    kinds.flatMap(({ kind, dependent: form, heads }) => {
      const shared = form.exec(meaning)?.[1];
      if (shared === undefined) return [];
      // The clause that no other contains has the name "main".
      const before = shared === "" ? "main." : shared;
      const head = heads.map((name) => places.get(before + name)).find((place) => place !== undefined);
      return head === undefined ? [] : [{ kind, dependent, head }];
    }),
  );
}
