import { Dropout, Module } from "@saccade/nn";
import { type Backend, fromData, ShapeError, scope, type Tensor } from "@saccade/tensor";
import { checkInteger, checkOptions, formatShape, optionNames, refuseExtra } from "@saccade/tensor/backend";
import { checkDropout, checkFloats, placeAt } from "../contract/check-options.ts";
import { checkParts, noteParts } from "../contract/parts.ts";
import { tableRows } from "./table-rows.ts";

/** Options of {@link PositionalEncoding}. */
export interface PositionalEncodingOptions {
  /** Of the sum, while training. Default 0. */
  readonly dropout?: number | undefined;
  /** The longest sequence. Default 1000. */
  readonly maxLen?: number | undefined;
}

/** Where the encoding is made: the current backend unless given. */
export interface EncodingPlace {
  /** Where the encoding is computed. Default: the current backend. */
  readonly backend?: Backend | undefined;
}

/** Where a sequence begins. */
export interface EncodingOffset {
  /** The position of its first vector. Default 0. */
  readonly offset?: number | undefined;
}

const placeOptions = optionNames<EncodingPlace>(
  "positionalEncoding",
  { backend: true },
  "positionalEncoding(maxLen, numHiddens, { backend })",
);
const options = optionNames<PositionalEncodingOptions>(
  "PositionalEncoding",
  { dropout: true, maxLen: true },
  "new PositionalEncoding(numHiddens, { dropout: 0.1, maxLen: 1000 })",
);
const forwardOptions = optionNames<EncodingOffset>(
  "PositionalEncoding.forward",
  { offset: true },
  "encoding.forward(x, { offset: 0 })",
);

/**
 * (maxLen, numHiddens): column 2i of row p is sin(p / 10000^(2i / numHiddens)), column 2i + 1 the cosine
 * (Vaswani et al. 2017, section 3.5). An odd width ends in a sine.
 *
 * @throws ArgumentError unless maxLen is a whole number ≥ 0 and numHiddens one ≥ 1.
 * @example positionalEncoding(2, 4) // tensor([[0.0000, 1.0000, 0.0000, 1.0000], [0.8415, 0.5403, 0.0100, 0.9999]])
 */
export function positionalEncoding(maxLen: number, numHiddens: number, place: EncodingPlace = {}): Tensor {
  refuseExtra(placeOptions, arguments, 3);
  checkOptions(placeOptions, place);
  const { backend } = place;
  return fromData(table(maxLen, numHiddens), [maxLen, numHiddens], placeAt("positionalEncoding", backend));
}

// The angles are rounded to float32 as in d2l, where they are float32 tensors.
function table(maxLen: number, numHiddens: number): Float32Array {
  checkInteger("positionalEncoding", "maxLen", maxLen, 0);
  checkInteger("positionalEncoding", "numHiddens", numHiddens, 1);
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
  // On the host: it is no state, and a forward pass needs its first rows only.
  readonly #table: Float32Array;

  constructor(numHiddens: number, given: PositionalEncodingOptions = {}) {
    refuseExtra(options, arguments, 2);
    super();
    checkInteger("PositionalEncoding", "numHiddens", numHiddens, 1);
    checkOptions(options, given);
    const { dropout = 0, maxLen = 1000 } = given;
    checkInteger("PositionalEncoding", "maxLen", maxLen, 1);
    checkDropout("PositionalEncoding", dropout);
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
  override forward(x: Tensor, given: EncodingOffset = {}): Tensor {
    refuseExtra(forwardOptions, arguments, 2);
    checkParts(this);
    checkFloats("PositionalEncoding", "x", x);
    checkOptions(forwardOptions, given);
    const { offset = 0 } = given;
    checkInteger("PositionalEncoding", "offset", offset, 0);
    const { numHiddens, maxLen } = this;
    if (x.ndim < 2 || x.size(-1) !== numHiddens) {
      throw new ShapeError(
        `PositionalEncoding: x ${formatShape(x.shape)} must be (…, length, ${numHiddens}) (numHiddens).`,
      );
    }
    const length = x.size(-2);
    if (offset + length > maxLen) {
      throw new ShapeError(
        `PositionalEncoding: x ${formatShape(x.shape)} at offset ${offset} does not lie within the ${maxLen} positions; raise maxLen.`,
      );
    }
    return scope(() => {
      const rows = tableRows(this.#table, { width: numHiddens, offset, length, backend: x.backend });
      return this.dropout.forward(x.add(rows));
    });
  }
}
