import { Dropout, Module } from "@saccade/nn";
import { type Backend, fromData, ShapeError, scope, type Tensor } from "@saccade/tensor";
import { formatShape } from "@saccade/tensor/backend";

export interface PositionalEncodingOptions {
  /** Of the sum, while training. Default 0. */
  readonly dropout?: number;
  /** The longest sequence. Default 1000. */
  readonly maxLen?: number;
}

/**
 * (maxLen, numHiddens): column 2i of row p is sin(p / 10000^(2i / numHiddens)), column 2i + 1 the cosine
 * (Vaswani et al. 2017, section 3.5). An odd width ends in a sine.
 *
 * @throws ShapeError unless both are whole numbers.
 */
export function positionalEncoding(
  maxLen: number,
  numHiddens: number,
  { backend }: { readonly backend?: Backend } = {},
): Tensor {
  return fromData(table(maxLen, numHiddens), [maxLen, numHiddens], backend ? { backend } : {});
}

// The angles are rounded to float32 as in d2l, where they are float32 tensors.
function table(maxLen: number, numHiddens: number): Float32Array {
  if (!isCount(maxLen) || !isCount(numHiddens)) {
    throw new ShapeError(
      `positionalEncoding: maxLen ${maxLen} and numHiddens ${numHiddens} must be whole numbers ≥ 0.`,
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

function isCount(n: number): boolean {
  return Number.isInteger(n) && n >= 0;
}

/** Adds each position's {@link positionalEncoding} to it, then drops out. Nothing is learned. */
export class PositionalEncoding extends Module {
  readonly numHiddens: number;
  readonly maxLen: number;
  dropout: Dropout;
  // On the host: it is no state, and a forward pass needs its first rows only.
  readonly #table: Float32Array;

  constructor(numHiddens: number, { dropout = 0, maxLen = 1000 }: PositionalEncodingOptions = {}) {
    super();
    this.numHiddens = numHiddens;
    this.maxLen = maxLen;
    this.dropout = new Dropout(dropout);
    this.#table = table(maxLen, numHiddens);
  }

  /**
   * @param x (…, length, numHiddens), the first position being number `offset`
   * @throws ShapeError when x is longer than maxLen, or of another width.
   */
  override forward(x: Tensor, { offset = 0 }: { readonly offset?: number } = {}): Tensor {
    const { numHiddens, maxLen } = this;
    if (x.ndim < 2 || x.size(-1) !== numHiddens) {
      throw new ShapeError(
        `PositionalEncoding: x ${formatShape(x.shape)} must be (…, length, ${numHiddens}) (numHiddens).`,
      );
    }
    const length = x.size(-2);
    if (!isCount(offset) || offset + length > maxLen) {
      throw new ShapeError(
        `PositionalEncoding: x ${formatShape(x.shape)} at offset ${offset} does not lie within the ${maxLen} positions; raise maxLen.`,
      );
    }
    return scope(() => {
      const rows = this.#table.subarray(offset * numHiddens, (offset + length) * numHiddens);
      return this.dropout.forward(x.add(fromData(rows, [length, numHiddens], { backend: x.backend })));
    });
  }
}
