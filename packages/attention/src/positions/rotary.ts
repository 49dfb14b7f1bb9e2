// Rotary positions, and how their angles are stretched for longer texts.

import { Module } from "@saccade/nn";
import { ArgumentError, ShapeError, scope, type Tensor } from "@saccade/tensor";
import { badArgument, hostRows, longest } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import * as fused from "@saccade/tensor/fused";
import { sizeRule } from "../contract/rules.ts";
import { type AttentionPositions, type EncodingOffset, sequenceCall } from "./attention-positions.ts";

const factor = (min: number) => c.required(c.number(undefined, { min, max: 1e6 }));
const linearRules = {
  /** Which scaling it is. */
  kind: c.required(c.oneOf(["linear"])),
  /** At least 1. */
  factor: factor(1),
};
const llama3Rules = {
  /** Which scaling it is. */
  kind: c.required(c.oneOf(["llama3"])),
  /** At least 1. */
  factor: factor(1),
  /** Fewer turns than this within `originalMaxLen` make a pair slow. */
  lowFreqFactor: factor(0),
  /** Above `lowFreqFactor`. */
  highFreqFactor: factor(0),
  /** The longest text before the model was extended. */
  originalMaxLen: c.required(c.size()),
};

/** All pairs turn `factor` times more slowly (Chen et al. 2023): a text of that many times the length fits. */
export interface LinearScaling extends c.Given<typeof linearRules> {}

/**
 * Llama 3.1's: slow pairs turn `factor` times more slowly, fast ones as before, and the angles of the others are interpolated. A
 * pair that turns less than `lowFreqFactor` times within `originalMaxLen` tokens is slow, one above `highFreqFactor` fast.
 */
export interface Llama3Scaling extends c.Given<typeof llama3Rules> {}

/** How rotary positions are stretched for texts that are longer than those of the first training. */
export type RotaryScaling = LinearScaling | Llama3Scaling;

const kinds = {
  linear: { rules: linearRules, example: '{ kind: "linear", factor: 2 }' },
  llama3: {
    rules: llama3Rules,
    example: '{ kind: "llama3", factor: 8, lowFreqFactor: 1, highFreqFactor: 4, originalMaxLen: 8192 }',
  },
};

/**
 * Checks a scaling of rotary positions.
 *
 * @throws ArgumentError for an invalid scaling.
 * @example checkScaling("GPT", "ropeScaling", { kind: "linear", factor: 0 }); // throws ArgumentError
 */
export function checkScaling(what: string, argument: string, scaling: unknown): void {
  const { kind }: { readonly kind?: unknown } = Object(scaling);
  const { lowFreqFactor = 0, highFreqFactor = 1 }: Partial<Llama3Scaling> = Object(scaling);
  if (kind !== "linear" && kind !== "llama3") {
    const must = `"none", or such as ${kinds.linear.example} or ${kinds.llama3.example}`;
    throw badArgument(what, argument, must, scaling);
  }
  const { rules, example } = kinds[kind];
  c.options(`${what}: ${argument}`, rules, { example })(Object(scaling));
  if (lowFreqFactor < highFreqFactor) return;
  throw new ArgumentError(
    `${what}: ${argument}.highFreqFactor ${highFreqFactor} must be above ${argument}.lowFreqFactor, ${lowFreqFactor}.`,
  );
}

/** The angle that a pair turns by at each position, where `frequency` is the one without scaling; rounded to float32. */
function scaledFrequency(frequency: number, scaling: RotaryScaling): number {
  const slow = Math.fround(frequency / scaling.factor);
  if (scaling.kind === "linear") return slow;
  const { lowFreqFactor, highFreqFactor, originalMaxLen } = scaling;
  const turns = (originalMaxLen * frequency) / (2 * Math.PI);
  if (turns < lowFreqFactor) return slow;
  if (turns > highFreqFactor) return frequency;
  const share = (turns - lowFreqFactor) / (highFreqFactor - lowFreqFactor);
  return Math.fround((1 - share) * slow + share * frequency);
}

const name = "RotaryPositions";
const construct = c.signature(
  name,
  { headDim: sizeRule },
  {
    /** The longest sequence. Default 2048. */
    maxLen: c.size(2048),
    /** Pair i turns by position / base^(2i / headDim). Default 10000. */
    base: c.number(10_000, { min: 1, max: 1e15 }),
    /** How the angles are stretched for texts longer than those of the first training. Default "none". */
    scaling: { ...c.unchecked<RotaryScaling | "none">("a scaling"), default: "none" as const },
    /**
     * Pairs are neighbors (2i, 2i + 1), as in the paper and Meta's original Llama files. By default, they are
     * (i, i + headDim / 2), as in Hugging Face's checkpoints of Llama.
     */
    interleaved: c.flag(false),
  },
  {
    example: `new ${name}(headDim, { maxLen: 2048 })`,
    renamed: {
      theta: "write base",
      ropeTheta: "write base",
      ropeScaling: "write scaling",
      maxPositionEmbeddings: "write maxLen",
    },
  },
);
const forwardCall = sequenceCall(name, "headDim");

/** Options of {@link RotaryPositions}. */
export interface RotaryOptions extends c.OptionsOf<typeof construct> {}

/**
 * Rotary positions: pairs of each query's and key's numbers are turned by an angle that grows with the position, so that
 * their product depends only on their distance (Su et al. 2021, section 3.2.2). Nothing is learned.
 *
 * @example
 * const x = randn([1, 3, 8]);
 * new MultiheadAttention(8, 4, { batchFirst: true, positions: new RotaryPositions(2) }).forward(x, x, x).output.shape // [1, 3, 8]
 */
export class RotaryPositions extends Module implements AttentionPositions {
  readonly maxLen: number;
  readonly numHeads: null = null;
  readonly headDim: number;
  readonly base: number;
  readonly scaling: RotaryScaling | "none";
  readonly interleaved: boolean;
  // (rows, headDim), cosines and then sines, on the host: not part of the state, and a forward pass only needs some of the rows.
  #table: Float32Array = new Float32Array(0);

  constructor(headDim: number, given: RotaryOptions = {}) {
    const { maxLen, base, scaling, interleaved } = construct([headDim, given]);
    if (scaling !== "none") checkScaling(name, "scaling", scaling);
    if (headDim % 2 !== 0 || maxLen * headDim >= 2 ** 31) {
      throw new ShapeError(
        `${name}: headDim ${headDim} must be even, and maxLen ${maxLen} times headDim below 2^31 numbers.`,
      );
    }
    super();
    this.maxLen = maxLen;
    this.headDim = headDim;
    this.base = base;
    this.scaling = scaling;
    this.interleaved = interleaved;
  }

  // Tables grow with the sequences that come: a model's maxLen may be far beyond them. Angles are rounded to float32 as in the
  // programs that Llama's checkpoints were trained with, so that long sequences give their numbers.
  #reach(length: number): void {
    const { headDim, maxLen, base, scaling } = this;
    if (this.#table.length >= length * headDim) return;
    const rows = Math.min(maxLen, Math.max(length, (2 * this.#table.length) / headDim, 64));
    this.#table = new Float32Array(rows * headDim);
    const half = headDim / 2;
    for (let i = 0; i < half; i++) {
      const plain = Math.fround(1 / Math.fround(base ** (i / half)));
      const frequency = scaling === "none" ? plain : scaledFrequency(plain, scaling);
      for (let p = 0; p < rows; p++) {
        const angle = Math.fround(p * frequency);
        this.#table[p * headDim + i] = Math.cos(angle);
        this.#table[p * headDim + half + i] = Math.sin(angle);
      }
    }
  }

  /**
   * Turns queries or keys.
   *
   * @param x (…, length, headDim), the first position being number `offset`
   * @throws ShapeError when x is longer than maxLen, or of another width.
   */
  override forward(x: Tensor, _given: EncodingOffset = {}): Tensor {
    const { offset } = forwardCall(this, [x, _given], this.headDim);
    return this.rotate(x, offset);
  }

  rotate(x: Tensor, offset: number): Tensor {
    return scope(() => {
      const [length, width] = [x.size(-2), this.headDim];
      this.#reach(Math.min(this.maxLen, longest(offset + length)));
      const rows = hostRows(this.#table, { width, offset, length, backend: x.backend });
      return fused.rotary(x, rows.to(x.dtype), { interleaved: this.interleaved });
    });
  }

  bias(): undefined {
    return undefined;
  }

  protected override describeOptions(): string {
    const { headDim, maxLen, base, scaling, interleaved } = this;
    const scaled = scaling === "none" ? "" : `, scaling=${scaling.kind} ${scaling.factor}`;
    return `headDim=${headDim}, maxLen=${maxLen}, base=${base}${scaled}, interleaved=${interleaved}`;
  }
}
