// Positions that are added to a sequence: sines, or learned.

import { Dropout, Module, Parameter } from "@saccade/nn";
import * as init from "@saccade/nn/init";
import { ShapeError, scope, type Tensor, zeros } from "@saccade/tensor";
import { hostRows } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { noteParts } from "../contract/method.ts";
import { backendRule, dropoutRule, sizeRule } from "../contract/rules.ts";
import * as definition from "../definitions/positions.ts";
import { type EncodingOffset, sequenceCall } from "./attention-positions.ts";

const tableSizes = /* @__PURE__ */ c.signature(
  "positionalEncoding",
  {
    maxLen: /* @__PURE__ */ c.required(/* @__PURE__ */ c.whole(undefined, { min: 0 })),
    numHiddens: sizeRule,
  },
  {
    /** Where the encoding is computed. Default: the current backend. */
    backend: backendRule,
  },
  { example: "positionalEncoding(maxLen, numHiddens, { backend })" },
);
const construct = /* @__PURE__ */ c.signature(
  "PositionalEncoding",
  { numHiddens: sizeRule },
  {
    /** Of the sum, while training. Default 0. */
    dropout: /* @__PURE__ */ dropoutRule(0),
    /** The longest sequence. Default 1000. */
    maxLen: /* @__PURE__ */ c.size(1000),
  },
  { example: "new PositionalEncoding(numHiddens, { dropout: 0.1, maxLen: 1000 })" },
);
const forwardCall = /* @__PURE__ */ sequenceCall("PositionalEncoding", "numHiddens");

/** Options of {@link PositionalEncoding}. */
export interface PositionalEncodingOptions extends c.OptionsOf<typeof construct> {}

/** The backend of an encoding: the current one unless given. */
export interface EncodingPlace extends c.OptionsOf<typeof tableSizes> {}

/**
 * (maxLen, numHiddens): column 2i of row p is sin(p / 10000^(2i / numHiddens)), column 2i + 1 the cosine
 * (Vaswani et al. 2017, section 3.5). An odd width ends in a sine.
 *
 * @throws ArgumentError unless maxLen is a whole number ≥ 0 and numHiddens one ≥ 1.
 * @example positionalEncoding(2, 4) // tensor([[0.0000, 1.0000, 0.0000, 1.0000], [0.8415, 0.5403, 0.0100, 0.9999]])
 */
export function positionalEncoding(maxLen: number, numHiddens: number, given: EncodingPlace = {}): Tensor {
  const { backend } = tableSizes([maxLen, numHiddens, given]);
  checkTable(maxLen, numHiddens);
  return definition.positionalEncoding(maxLen, numHiddens, backend);
}

function checkTable(maxLen: number, numHiddens: number): void {
  if (maxLen * numHiddens < 2 ** 31) return;
  throw new ShapeError(
    `positionalEncoding: maxLen ${maxLen} times numHiddens ${numHiddens} must be below 2^31 numbers; make one smaller.`,
  );
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
    checkTable(maxLen, numHiddens);
    super();
    this.numHiddens = numHiddens;
    this.maxLen = maxLen;
    this.dropout = new Dropout(dropout);
    this.#table = definition.sines(maxLen, numHiddens);
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

const constructLearned = /* @__PURE__ */ c.signature(
  "LearnedPositions",
  { maxLen: sizeRule, numHiddens: sizeRule },
  "new LearnedPositions(128, 32)",
);
const forwardLearned = /* @__PURE__ */ sequenceCall("LearnedPositions", "numHiddens");

/**
 * Adds a learned vector to each position (Gehring et al. 2017, section 3.1; GPT-2's `wpe`). Parameter: `weight` (maxLen,
 * numHiddens), which starts as N(0, 0.02²), as in GPT-2.
 *
 * @example new LearnedPositions(128, 32).forward(randn([2, 10, 32])).shape // [2, 10, 32]
 */
export class LearnedPositions extends Module {
  readonly maxLen: number;
  readonly numHiddens: number;
  /** (maxLen, numHiddens). */
  weight: Parameter;

  constructor(maxLen: number, numHiddens: number) {
    constructLearned([maxLen, numHiddens]);
    super();
    this.maxLen = maxLen;
    this.numHiddens = numHiddens;
    this.weight = scope(() => init.normal(new Parameter(zeros([maxLen, numHiddens])), 0, 0.02));
    noteParts(this);
  }

  /**
   * @param x (…, length, numHiddens), the first position being number `offset`
   * @throws ShapeError when x is longer than maxLen, or of another width.
   */
  override forward(x: Tensor, _given: EncodingOffset = {}): Tensor {
    const { offset, length } = forwardLearned(this, [x, _given], this.numHiddens);
    return scope(() => x.add(this.weight.narrow(0, offset, length)));
  }

  protected override describeOptions(): string {
    return `maxLen=${this.maxLen}, numHiddens=${this.numHiddens}`;
  }
}
