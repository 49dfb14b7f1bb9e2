import type { Scoring } from "@saccade/attention";
import { Embedding, Linear, Module } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import { ints } from "../tensors.ts";

/** Symbols that can be keys, and as many that can be values. */
export const symbols = 16;
/** Pairs of a key and a value in one sequence. */
export const pairs = 8;

/** Lookups: `keys` and `values` (count, pairs), the key asked for and its value (count), the place of both (count). */
export interface Lookups {
  readonly keys: Tensor;
  readonly values: Tensor;
  readonly asked: Tensor;
  readonly answer: Tensor;
  readonly place: Tensor;
}

/** Fresh lookups: distinct keys in random order, each with a random value, and one of the keys asked for. */
export function sampleLookups(count: number, random: () => number): Lookups {
  const below = (n: number): number => Math.floor(random() * n);
  const [keys, values, asked, answer, place] = [0, 1, 2, 3, 4].map((): number[] => []);
  for (let i = 0; i < count; i++) {
    const row = Array.from({ length: symbols }, (_, j) => j);
    for (let j = 0; j < pairs; j++) {
      const other = j + below(symbols - j);
      [row[j], row[other]] = [row[other]!, row[j]!];
      values!.push(below(symbols));
    }
    keys!.push(...row.slice(0, pairs));
    place!.push(below(pairs));
    asked!.push(row[place![i]!]!);
    answer!.push(values![i * pairs + place![i]!]!);
  }
  const of = (ids: number[] | undefined): Tensor => ints(ids!);
  const rows = (ids: number[] | undefined): Tensor => of(ids).reshape([count, pairs]);
  return {
    keys: rows(keys),
    values: rows(values),
    asked: of(asked),
    answer: of(answer),
    place: of(place),
  };
}

/** Reads the value whose key is asked for. Questions and keys have tables of their own, which training must align. */
export class Retriever extends Module {
  questions: Embedding;
  keys: Embedding;
  values: Embedding;
  scoring: Scoring;
  head: Linear;

  constructor(scoring: Scoring, width: number) {
    super();
    this.questions = new Embedding(symbols, width);
    this.keys = new Embedding(symbols, width);
    this.values = new Embedding(symbols, width);
    this.scoring = scoring;
    this.head = new Linear(width, symbols);
  }

  /** @returns logits (b, symbols) and weights (b, pairs) */
  override forward({ keys, values, asked }: Lookups): { logits: Tensor; weights: Tensor } {
    const queries = this.questions.forward(asked).unsqueeze(1); // (b, 1, width)
    const { output, weights } = this.scoring.forward(
      queries,
      this.keys.forward(keys),
      this.values.forward(values),
    );
    return { logits: this.head.forward(output.squeeze(1)), weights: weights.squeeze(1) };
  }
}
