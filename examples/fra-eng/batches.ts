import type { NmtTensors } from "@saccade/datasets";
import { fromData, type Tensor } from "@saccade/tensor";
import type { TrainingData } from "@saccade/train";
import { seededRandom, shuffled } from "../random.ts";
import type { Pair } from "./data.ts";

/** Lengths that sentences are padded to: few, as a compiled step is captured once for each. */
const steps: readonly number[] = [6, 8, 10, 12, 16, 24, 40];

/** The id of `<pad>` in both vocabularies; `<unk>` is 0, `<bos>` 2, `<eos>` 3. */
export const pad = 1;

interface Plan {
  readonly steps: number;
  readonly rows: readonly Pair[];
}

/**
 * Batches of pairs of similar length. Each epoch draws the rows of each batch and the order of the batches anew, from the seed
 * and the epoch alone, so that a checkpoint keeps two numbers.
 */
export class LengthBatches implements TrainingData<NmtTensors> {
  readonly batchesPerEpoch: number;
  readonly #groups: readonly Plan[];
  readonly #size: number;
  readonly #seed: number;
  #epoch: number = 0;
  /** Batches of this epoch that were given out. */
  #given: number = 0;

  constructor(pairs: readonly Pair[], size: number, seed: number) {
    this.#groups = grouped(pairs);
    this.#size = size;
    this.#seed = seed;
    this.batchesPerEpoch = this.#groups.reduce((sum, { rows }) => sum + Math.ceil(rows.length / size), 0);
  }

  *[Symbol.iterator](): Iterator<NmtTensors> {
    const plans = this.#plans();
    while (this.#given < plans.length) {
      const { rows, steps } = plans[this.#given++]!;
      yield batchOf(rows, steps);
    }
    this.#epoch++;
    this.#given = 0;
  }

  state(): unknown {
    return { epoch: this.#epoch, given: this.#given };
  }

  restore(state: unknown): void {
    const { epoch, given }: { epoch?: unknown; given?: unknown } = Object(state);
    if (typeof epoch !== "number" || typeof given !== "number" || given > this.batchesPerEpoch)
      throw new RangeError("the checkpoint has no place in these batches; it belongs to another program.");
    [this.#epoch, this.#given] = [epoch, given];
  }

  #plans(): Plan[] {
    const random = seededRandom(1000 * this.#seed + this.#epoch);
    const plans = this.#groups.flatMap(({ steps, rows }) => {
      const order = shuffled(rows, random);
      return Array.from({ length: Math.ceil(order.length / this.#size) }, (_, i) => ({
        steps,
        rows: order.slice(i * this.#size, (i + 1) * this.#size),
      }));
    });
    return shuffled(plans, random);
  }
}

/** The steps that a sentence of so many subwords is padded to. A longer one is cut. */
export function stepsOf(length: number): number {
  return steps.find((most) => length <= most) ?? steps.at(-1)!;
}

function grouped(pairs: readonly Pair[]): Plan[] {
  const stepsOfPair = ({ source, target }: Pair): number => stepsOf(Math.max(source.length, target.length));
  return steps
    .map((most) => ({ steps: most, rows: pairs.filter((pair) => stepsOfPair(pair) === most) }))
    .filter(({ rows }) => rows.length > 0);
}

/** The pairs, padded to so many steps. */
export function batchOf(rows: readonly Pair[], steps: number): NmtTensors {
  const [X, XValidLen] = padded(
    rows.map(({ source }) => source),
    steps,
  );
  const [Y, YValidLen] = padded(
    rows.map(({ target }) => target),
    steps,
  );
  return { X, XValidLen, Y, YValidLen };
}

function padded(lines: readonly (readonly number[])[], steps: number): [ids: Tensor, lengths: Tensor] {
  const ids = new Int32Array(lines.length * steps).fill(pad);
  lines.forEach((line, row) => {
    ids.set(line.slice(0, steps), row * steps);
  });
  const lengths = Int32Array.from(lines, (line) => Math.min(line.length, steps));
  return [fromData(ids, [lines.length, steps]), fromData(lengths, [lines.length])];
}
