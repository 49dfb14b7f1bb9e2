import type { Tensor } from "@saccade/tensor";
import { ints } from "../tensors.ts";

/** The data from which text.py draws the same batches. */
export interface TextData {
  /** A whole number from 0 to 2³² − 1. */
  readonly seed: number;
  readonly sentences: number;
  /** Rows of a batch, over all processes. */
  readonly batch: number;
  /** Tokens of a row that are predicted. */
  readonly length: number;
}

export const alphabet = "\n .abcdefghijklmnopqrstuvwxyz";
const determiners = ["the", "a", "this", "every"];
const adjectives = ["small", "old", "quiet", "red", "quick", "tall", "kind", "round"];
const nouns = ["cat", "sailor", "river", "wheel", "teacher", "bird", "lamp", "tree"];
const verbs = ["follows", "paints", "carries", "turns", "asks", "hears", "lights", "hides"];

/** 32 bits from a seed and a number: a Weyl sequence with a mixing function (Steele et al. 2014, SplitMix). */
function draw(seed: number, i: number): number {
  let z = (seed + Math.imul(i + 1, 0x9e3779b9)) >>> 0;
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
  return (z ^ (z >>> 15)) >>> 0;
}

/** The verb depends on the subject, so that there is something to learn beyond the spelling. */
function sentence(seed: number, i: number): string {
  const bits = draw(seed, i);
  const pick = (words: readonly string[], shift: number): string => words[(bits >>> shift) % words.length]!;
  const subject = `${pick(determiners, 0)} ${pick(adjectives, 2)} ${pick(nouns, 5)}`;
  const verb = verbs[((bits >>> 5) + ((bits >>> 8) % 2)) % verbs.length]!;
  return `${subject} ${verb} ${pick(determiners, 9)} ${pick(nouns, 11)}.\n`;
}

/** Token ids of the whole text. */
export function makeText({ seed, sentences }: TextData): readonly number[] {
  const text = Array.from({ length: sentences }, (_, i) => sentence(seed, i)).join("");
  return Array.from(text, (character) => alphabet.indexOf(character));
}

/** Rows of length + 1 tokens for a step. */
export function rowsOf(ids: readonly number[], data: TextData, step: number): readonly (readonly number[])[] {
  const { seed, batch, length } = data;
  return Array.from({ length: batch }, (_, row) => {
    const start = draw(~seed >>> 0, step * batch + row) % (ids.length - length);
    return ids.slice(start, start + length + 1);
  });
}

/** The same as tensors: inputs (batch, length), and targets, the tokens after each. */
export function batchOf(ids: readonly number[], data: TextData, step: number): [Tensor, Tensor] {
  const rows = rowsOf(ids, data, step);
  const part = (start: number, end: number | undefined): Tensor =>
    ints(rows.map((row) => row.slice(start, end)));
  return [part(0, -1), part(1, undefined)];
}
