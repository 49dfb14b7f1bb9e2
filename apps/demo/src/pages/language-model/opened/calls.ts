import type { LayerGuesses } from "@saccade/figures/language-model/layer-guesses";
import type {
  Cached,
  HeadMaps,
  Inputs,
  ReadAsk,
  Reading,
  WriteAsk,
  Written,
} from "@saccade/figures/language-model/lens";
import type { Choice, Sampling } from "@saccade/figures/language-model/sampling";
import type { Subject } from "../calls.ts";
import type { CoderKind } from "../coders.ts";

/** How a BERT guesses. */
export interface MaskFacts {
  /** Whether the files have a head for masked tokens. */
  readonly head: boolean;
  /** The token that masks. */
  readonly mask: number;
  readonly maskText: string;
}

/** A model that was opened. */
export interface OpenedFacts {
  readonly modelType: "gpt2" | "llama" | "bert";
  readonly parameters: number;
  /** Bytes of the weights in memory. */
  readonly bytes: number;
  readonly layers: number;
  readonly heads: number;
  /** Heads of keys and values, where several heads of queries share them. */
  readonly kvHeads: number;
  readonly maxLen: number;
  /** Tokens that the page reads at most. */
  readonly readLen: number;
  readonly vocabSize: number;
  readonly coder: CoderKind;
  /** BERT only: where the scores of masked tokens come from, and the token that masks. */
  readonly masked: MaskFacts | null;
  /** Weights of the files that nothing needs. */
  readonly ignored: readonly string[];
  /** Of an adapter, at first. */
  readonly learningRate: number;
  /** Of an adapter that came with the files. */
  readonly adapter: AdapterFacts | null;
}

/** Bytes of weights; 0 of 0 before they are read. */
export interface Progress {
  readonly loaded: number;
  readonly total: number;
}

export interface MaskAsk {
  readonly text: string;
  /** The token that is masked; null for the first mask of the text, or else the last word. */
  readonly position: number | null;
  /** The number of choices wanted. */
  readonly count: number;
}

/** The results of a BERT for a text with one token masked. */
export interface MaskReading {
  readonly tokens: readonly string[];
  readonly position: number;
  /** The likeliest tokens at that position. */
  readonly choices: readonly Choice[];
  /** The probability of the token that is masked, where one was hidden. */
  readonly hidden: { readonly text: string; readonly probability: number } | null;
  readonly unread: number;
  readonly unknown: readonly string[];
  /** The token that replaces unknown words; null where they are left out. */
  readonly unknownAs: string | null;
  readonly maxLen: number;
}

export interface TuneAsk {
  readonly lines: string;
  readonly rank: number;
  readonly learningRate: number;
  readonly seed: number;
}

export interface AdapterFacts {
  readonly rank: number;
  readonly targets: readonly string[];
  /** Numbers that are trained. */
  readonly trained: number;
}

export interface CompareAsk {
  readonly prompt: string;
  readonly sampling: Sampling;
  readonly seed: number;
  /** Tokens that are written. */
  readonly count: number;
  /** BERT only: the token that is masked. */
  readonly position: number | null;
}

/** The same prompt and the same seed, without and with the adapter. */
export interface Comparison {
  readonly prompt: string;
  readonly before: string;
  readonly after: string;
  /** Of the lines that were trained on; null where there were none. */
  readonly lossBefore: number | null;
  readonly lossAfter: number | null;
}

/** An adapter as PEFT's two files, by name. */
export type AdapterFiles = Readonly<Record<string, Uint8Array<ArrayBuffer>>>;

/** How much each head, layer by layer, attends to a kind of token in random tokens that repeat: mean weights. */
export interface HeadRoles {
  readonly layers: number;
  readonly heads: number;
  /** The token before. */
  readonly previousToken: readonly number[];
  /** The same token, earlier. */
  readonly duplicateToken: readonly number[];
  /** The one after the same token, earlier. */
  readonly induction: readonly number[];
}

/** Replies of an opened model's worker. */
export type OpenCalls = {
  /** Starts to load; `next` reports the progress, and at last the model. */
  open: { ask: readonly File[]; answer: null };
  next: { ask: null; answer: Progress | OpenedFacts };
  read: { ask: ReadAsk; answer: Reading };
  write: { ask: WriteAsk; answer: Written };
  inputs: { ask: null; answer: Inputs };
  heads: { ask: null; answer: HeadMaps };
  layers: { ask: null; answer: LayerGuesses };
  roles: { ask: null; answer: HeadRoles };
  cached: { ask: Parameters<Subject["cached"]>[0]; answer: Cached };
  mask: { ask: MaskAsk; answer: MaskReading };
  /** The text with a token in the place of a masked one. */
  fill: {
    ask: { readonly text: string; readonly position: number; readonly token: number };
    answer: string;
  };
  /** Adds an adapter, and gives the mean loss of a token of the lines before it is trained. */
  tune: { ask: TuneAsk; answer: AdapterFacts & { readonly lossBefore: number } };
  /** Trains for about `ms`, at least one step and at most `most`; a loss for each step. */
  steps: {
    ask: { readonly ms: number; readonly most: number };
    answer: { readonly step: number; readonly losses: readonly number[] };
  };
  compare: { ask: CompareAsk; answer: Comparison };
  attach: { ask: readonly File[]; answer: AdapterFacts };
  detach: { ask: null; answer: null };
  save: { ask: null; answer: AdapterFiles };
};
