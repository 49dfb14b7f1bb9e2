import { Dropout, Module } from "@saccade/nn";
import { fromData, ShapeError, scope, type Tensor } from "@saccade/tensor";
import { hostRows } from "@saccade/tensor/backend";
import { type OptionsOf, required, signature, size, whole } from "@saccade/tensor/contract";
import { noteParts } from "../contract/parts.ts";
import { backendRule, dropoutRule, sizeRule } from "../contract/rules.ts";
import { type EncodingOffset, sequenceCall } from "./sequence.ts";

const tableSizes = signature(
  "positionalEncoding",
  { maxLen: required(whole(undefined, { min: 0 })), numHiddens: sizeRule },
  {
    /** Where the encoding is computed. Default: the current backend. */
    backend: backendRule,
  },
  { example: "positionalEncoding(maxLen, numHiddens, { backend })" },
);
const construct = signature(
  "PositionalEncoding",
  { numHiddens: sizeRule },
  {
    /** Of the sum, while training. Default 0. */
    dropout: dropoutRule(0),
    /** The longest sequence. Default 1000. */
    maxLen: size(1000),
  },
  { example: "new PositionalEncoding(numHiddens, { dropout: 0.1, maxLen: 1000 })" },
);
const forwardCall = sequenceCall("PositionalEncoding", "numHiddens");

/** Options of {@link PositionalEncoding}. */
export interface PositionalEncodingOptions extends OptionsOf<typeof construct> {}

/** The backend of an encoding: the current one unless given. */
export interface EncodingPlace extends OptionsOf<typeof tableSizes> {}

/**
 * (maxLen, numHiddens): column 2i of row p is sin(p / 10000^(2i / numHiddens)), column 2i + 1 the cosine
 * (Vaswani et al. 2017, section 3.5). An odd width ends in a sine.
 *
 * @throws ArgumentError unless maxLen is a whole number ≥ 0 and numHiddens one ≥ 1.
 * @example positionalEncoding(2, 4) // tensor([[0.0000, 1.0000, 0.0000, 1.0000], [0.8415, 0.5403, 0.0100, 0.9999]])
 */
export function positionalEncoding(maxLen: number, numHiddens: number, given: EncodingPlace = {}): Tensor {
  const { backend } = tableSizes([maxLen, numHiddens, given]);
  return fromData(table(maxLen, numHiddens), [maxLen, numHiddens], backend && { backend });
}

// The angles are rounded to float32 as in d2l, where they are float32 tensors.
function table(maxLen: number, numHiddens: number): Float32Array {
  if (maxLen * numHiddens >= 2 ** 31) {
    throw new ShapeError(
      `positionalEncoding: maxLen ${maxLen} times numHiddens ${numHiddens} must be below 2^31 numbers; make one smaller.`,
    );
  }
  const out = new Float32Array(maxLen * numHiddens);
  for (let column = 0; column < numHiddens; column++) {
    const exponent = Math.fround((column - (column % 2)) / numHiddens);
    const divisor = Math.fround(10_000 ** exponent);
    const wave = column % 2 === 0 ? Math.sin : Math.cos;
    for (let p = 0; p < maxLen; p++) out[p * numHiddens + column] = wave(Math.fround(p / divisor));
  }
  return out;
}

/**
 * Adds each position's {@link positionalEncoding} to it, then drops out. Nothing is learned.
 *
 * @example new PositionalEncoding(32).forward(randn([2, 10, 32])).shape // [2, 10, 32]
 */
export class PositionalEncoding extends Module {
  readonly numHiddens: number;
  readonly maxLen: number;
  dropout: Dropout;
  // On the host: it is not part of the state, and a forward pass only needs its first rows.
  readonly #table: Float32Array;

  constructor(numHiddens: number, given: PositionalEncodingOptions = {}) {
    const { dropout, maxLen } = construct([numHiddens, given]);
    super();
    this.numHiddens = numHiddens;
    this.maxLen = maxLen;
    this.dropout = new Dropout(dropout);
    this.#table = table(maxLen, numHiddens);
    noteParts(this);
  }

  /**
   * @param x (…, length, numHiddens), the first position being number `offset`
   * @throws ShapeError when x is longer than maxLen, or of another width.
   */
  override forward(x: Tensor, _given: EncodingOffset = {}): Tensor {
    const span = forwardCall(this, [x, _given], this.numHiddens);
    return scope(() => {
      const rows = hostRows(this.#table, { ...span, width: this.numHiddens, backend: x.backend });
      return this.dropout.forward(x.add(rows));
    });
  }
}
