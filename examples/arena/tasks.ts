// Small tasks that tell mechanisms apart: each a function from a seed and sizes to tokens and labels.
import { seededRandom, shuffled } from "../random.ts";
import type { MixerName, ModelSize } from "./model.ts";
import sizes from "./sizes.json" with { type: "json" };

/** Where nothing is asked: the loss and the score skip it. */
export const unasked = -100;

/** Tokens, and the answer that is asked for at each. */
export interface Sequence {
  readonly tokens: number[];
  readonly labels: number[];
}

type Random = () => number;
type Sizes<Name extends string> = Readonly<Record<Name, number>>;

const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const below = (limit: number, random: Random): number => Math.floor(random() * limit);
const range = (from: number, to: number): number[] => times(to - from, (i) => from + i);

/**
 * Multi-query associative recall (Arora et al. 2023): k₁ v₁ … k_D v_D, then zeros, among which each key comes once more and asks
 * for its value. Near places are likelier than far ones: i^(a − 1), a = 0.1. Of `updates` keys a second value comes, which then
 * counts. The length is at least 4 (pairs + updates).
 */
export function recall(
  { vocab, length, pairs, updates = 0 }: Sizes<"vocab" | "length" | "pairs"> & { readonly updates?: number },
  random: Random,
): Sequence {
  const keys = shuffled(range(1, vocab / 2), random).slice(0, pairs);
  const values = shuffled(range(vocab / 2, vocab), random);
  const written = [...keys, ...keys.slice(0, updates)].map((key, i) => [key, values[i]!] as const);
  const value = new Map(written);
  const tokens = written.flat();
  // The smallest of −ln(u) / weight are a draw without replacement (Efraimidis & Spirakis 2006).
  const slots = times((length - tokens.length) / 2, (i) => [-Math.log(random()) * (i + 1) ** 0.9, i] as const)
    .sort(([a], [b]) => a - b)
    .slice(0, pairs)
    .map(([, i]) => tokens.length + 2 * i);
  const asked = new Map(slots.map((place, i) => [place, keys[i]!]));
  return {
    tokens: times(length, (i) => tokens[i] ?? asked.get(i) ?? 0),
    labels: times(length, (i) => (asked.has(i) ? value.get(asked.get(i)!)! : unasked)),
  };
}

/** Random tokens, and the same again: the second time, each can be known from the one before (Olsson et al. 2022). */
export function repeat({ vocab, half }: Sizes<"vocab" | "half">, random: Random): Sequence {
  const first = times(half, () => below(vocab, random));
  const tokens = [...first, ...first];
  return { tokens, labels: tokens.map((_, i) => (i < half ? unasked : (tokens[i + 1] ?? unasked))) };
}

/** A begin token, then digits below `mod`; at each, the sum so far modulo `mod` is asked for. Parity is mod 2. */
export function runningSum({ mod, digits }: Sizes<"mod" | "digits">, random: Random): Sequence {
  const [tokens, labels] = [[mod], [unasked]];
  let sum = 0;
  for (let i = 0; i < digits; i++) {
    tokens.push(below(mod, random));
    sum += tokens.at(-1)!;
    labels.push(sum % mod);
  }
  return { tokens, labels };
}

/** The instructions of {@link flipFlop}; its bits are 0 and 1. */
export const [write, read, ignore] = [2, 3, 4] as const;

/**
 * Pairs of an instruction and a bit (Liu et al. 2023): what a read asks for is the bit last written, however much was ignored
 * since. The first instruction writes, the last one reads.
 */
export function flipFlop({ pairs, ignored }: Sizes<"pairs" | "ignored">, random: Random): Sequence {
  const [tokens, labels]: [number[], number[]] = [[], []];
  let memory = 0;
  for (let i = 0; i < pairs; i++) {
    const other = random() < ignored ? ignore : random() < 0.5 ? write : read;
    const instruction = i === 0 ? write : i === pairs - 1 ? read : other;
    const bit = instruction === read ? memory : below(2, random);
    if (instruction === write) memory = bit;
    tokens.push(instruction, bit);
    labels.push(instruction === read ? bit : unasked, unasked);
  }
  return { tokens, labels };
}

/** Digits, then the same digits sorted (minGPT's demo): asked for from the last digit of the input on. */
export function sorting({ vocab, digits }: Sizes<"vocab" | "digits">, random: Random): Sequence {
  const given = times(digits, () => below(vocab, random));
  const sorted = given.toSorted((a, b) => a - b);
  return {
    tokens: [...given, ...sorted.slice(0, -1)],
    labels: [...given.slice(1).fill(unasked), ...sorted],
  };
}

/** Of {@link backcopy}: tokens 0 … 15, of which these are triggers, and the begin token. */
export const [backcopyTokens, triggers, begin] = [16, 3, 16] as const;

/**
 * A chain of tokens in which each depends on the one before, except after a trigger: there comes again what was before the trigger
 * (Bigram-Backcopy; Guo et al. 2024). The chain is the same for all seeds. Every next token is asked for.
 */
export function backcopy({ length }: Sizes<"length">, random: Random): Sequence {
  const tokens: number[] = [begin, triggers + below(backcopyTokens - triggers, random)];
  while (tokens.length <= length) {
    const [before, last] = tokens.slice(-2) as [number, number];
    tokens.push(last < triggers ? before : draw(chain[last]!, random));
  }
  return { tokens: tokens.slice(0, length), labels: tokens.slice(1, length + 1) };
}

/** Rows of softmax(2 · normal). */
const chain: readonly (readonly number[])[] = times(backcopyTokens, (row) => {
  const random = seededRandom(1000 + row);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const weights = times(backcopyTokens, () => Math.exp(2 * normal()));
  const sum = weights.reduce((all, weight) => all + weight);
  return weights.map((weight) => weight / sum);
});

function draw(shares: readonly number[], random: Random): number {
  let left = random();
  for (const [token, share] of shares.entries()) {
    left -= share;
    if (left < 0) return token;
  }
  return shares.length - 1; // sums of shares are rounded
}

const generators = { recall, repeat, runningSum, flipFlop, sorting, backcopy } as const;

/** Fresh sequences of one size, and how many of them are tested. */
export interface Test {
  readonly name: string;
  readonly count: number;
  readonly size: object;
}

/** A task with its sizes. */
export interface ArenaTask {
  readonly task: keyof typeof generators;
  readonly model: ModelSize;
  /** Of a layer, which share its width; one number for each trial, the first that of a run. */
  readonly heads: readonly number[];
  readonly mixers: readonly MixerName[];
  readonly steps: number;
  readonly lr: number;
  /** Whether a sequence is right only as a whole; otherwise each answer counts. */
  readonly whole?: boolean;
  /** The first is of the size that is trained. */
  readonly tests: readonly Test[];
}

export type TaskName = keyof typeof sizes;
export const arena = sizes as Readonly<Record<TaskName, ArenaTask>>;
export const taskNames = Object.keys(sizes) as readonly TaskName[];

/** Sequences of a test's size; the same seed gives the same ones. */
export function sequencesOf({ task }: ArenaTask, { size }: Test, seed: number, count: number): Sequence[] {
  const random = seededRandom(seed);
  const generate = generators[task] as (size: object, random: Random) => Sequence;
  return times(count, () => generate(size, random));
}

/** The places of a sequence at which something is asked for. */
export function askedOf({ labels }: Sequence): number[] {
  return [...labels.keys()].filter((i) => labels[i] !== unasked);
}
