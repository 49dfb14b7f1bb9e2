import * as nn from "@saccade/nn";
import { lowRankChange } from "@saccade/nn/definitions";
import { type Backend, cat, type DType, fromData, scope, type Tensor, zeros } from "@saccade/tensor";
import { widenHalf } from "@saccade/tensor/fused";

// An adapter, a linear map that has some, and the weight that both are when merged.

/** The parts of a {@link LoraAdapter}. */
interface AdapterSizes {
  /** The width of the input. */
  readonly inFeatures: number;
  /** The first row of the linear map's output that the adapter changes. */
  readonly start: number;
  /** How many rows it changes. */
  readonly rows: number;
  readonly rank: number;
  readonly scale: number;
  readonly dropout: number;
  readonly dtype: DType;
  readonly backend: Backend;
}

/**
 * A low-rank change of a weight W (rows, in): W + scale · B A (Hu et al. 2021, section 4.1). B starts as zeros, so that
 * nothing changes before training.
 *
 * @example
 * const gpt = new GPT({ vocabSize: 16, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const lora = addLora(gpt, { rank: 2, targets: ["c_attn"] });
 * lora.adapters.get("transformer.h.0.attn.c_attn").loraB.shape // [24, 2]
 */
export class LoraAdapter extends nn.Module {
  readonly start: number;
  readonly rows: number;
  readonly scale: number;
  /** (rank, inFeatures). */
  loraA: nn.Parameter;
  /** (rows, rank). */
  loraB: nn.Parameter;
  dropout: nn.Dropout;

  /** The sizes are those of {@link addLora}, which has checked them. */
  constructor({ inFeatures, start, rows, rank, scale, dropout, dtype, backend }: AdapterSizes) {
    super();
    this.start = start;
    this.rows = rows;
    this.scale = scale;
    const [a, b] = scope(() => [
      new nn.Parameter(zeros([rank, inFeatures], { dtype, backend })),
      new nn.Parameter(zeros([rows, rank], { dtype, backend })),
    ]);
    // U(−1/√in, 1/√in), as PEFT starts it.
    this.loraA = nn.init.kaimingUniform(a!, { a: Math.sqrt(5) });
    this.loraB = b!;
    this.dropout = new nn.Dropout(dropout);
  }

  /** The adapter's addition to the map's output: (…, inFeatures) → (…, rows). */
  override forward(x: Tensor): Tensor {
    const { loraA: a, loraB: b, scale } = this;
    return scope(() => lowRankChange(this.dropout.forward(x), { a, b, scale }));
  }

  /** The adapter's addition to the map's weight: scale · B A, (rows, inFeatures). */
  delta(): Tensor {
    return scope(() => this.loraB.matmul(this.loraA).mul(this.scale));
  }

  protected override describeOptions(): string {
    const [rank, inFeatures] = this.loraA.shape;
    return `inFeatures=${inFeatures}, rows=${this.start}…${this.start + this.rows}, rank=${rank}, scale=${this.scale}`;
  }
}

/**
 * A linear map with adapters. If queries, keys and values share a map, each may have its own adapter, which acts on its
 * rows.
 *
 * @example
 * const gpt = new GPT({ vocabSize: 16, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * addLora(gpt, { rank: 2, targets: ["c_attn"] });
 * gpt.blocks[0].attention.qkv instanceof LoraLinear // true
 */
export class LoraLinear extends nn.Module implements nn.LinearMap {
  readonly inFeatures: number;
  readonly outFeatures: number;
  base: nn.LinearMap;
  /** In the order of their rows, which do not overlap. */
  adapters: LoraAdapter[];

  /** The arguments are those of {@link addLora}, which has checked them. */
  constructor(base: nn.LinearMap, adapters: readonly LoraAdapter[]) {
    super();
    this.inFeatures = base.inFeatures;
    this.outFeatures = base.outFeatures;
    this.base = base;
    this.adapters = adapters.toSorted((a, b) => a.start - b.start);
    for (const adapter of adapters) adapter.train(base.training);
    this.training = base.training;
  }

  /** (…, inFeatures) → (…, outFeatures). @throws ShapeError unless the last dim of x is inFeatures. */
  override forward(x: Tensor): Tensor {
    return scope(() => {
      const changes = this.adapters.map((adapter) => [adapter.start, adapter.forward(x)] as const);
      return addRows(this.base.forward(x), -1, changes);
    });
  }
}

/** Adds each change to the slices of y from its start on; the changes are in order and do not overlap. */
export function addRows(y: Tensor, dim: number, changes: readonly (readonly [number, Tensor])[]): Tensor {
  const parts: Tensor[] = [];
  let at = 0;
  for (const [start, change] of changes) {
    if (start > at) parts.push(y.narrow(dim, at, start - at));
    const rows = change.size(dim);
    parts.push(rows === y.size(dim) ? y.add(change) : y.narrow(dim, start, rows).add(change));
    at = start + rows;
  }
  if (at < y.size(dim)) parts.push(y.narrow(dim, at, y.size(dim) - at));
  return parts.length === 1 ? parts[0]! : cat(parts, dim);
}

/** A map whose weight adapters can be merged into. */
export type MergeTarget = nn.Linear | nn.HalfLinear;

// Rows of a weight that are numbers at a time, so that a large one is not there twice as such.
const rowsAtOnce = 64;

/**
 * The weight with the changes of its adapters, W + scale · B A, in the weight's own form. The sum is computed in double
 * precision and rounded once, as the weight's numbers are. On a backend whose memory the host does not see, ops compute it.
 */
export function mergedWeight(base: MergeTarget, adapters: readonly LoraAdapter[]): Tensor {
  const half = base instanceof nn.HalfLinear;
  if (base.weight.backend.view === undefined && !half)
    return scope(() => {
      const changes = adapters.map((adapter) => [adapter.start, adapter.delta()] as const);
      return addRows(base.weight, 0, changes);
    });
  const { inFeatures: width, outFeatures: rows } = base;
  const { backend, dtype, shape } = base.weight;
  const changes = adapters.map((adapter) => changeOf(adapter, width));
  // Packed as halves are, two in an int32.
  const merged = half
    ? new Int32Array((rows * width) / 2)
    : dtype === "float64"
      ? new Float64Array(rows * width)
      : new Float32Array(rows * width);
  const elements = half ? new Uint16Array(merged.buffer) : merged;
  for (let start = 0; start < rows; start += rowsAtOnce) {
    const end = Math.min(rows, start + rowsAtOnce);
    const numbers = rowsOf(base, start, end);
    for (const add of changes) add(numbers, start, end);
    elements.set(half ? nn.halfBits(numbers, base.format) : numbers, start * width);
  }
  return fromData(merged, shape, { backend });
}

function rowsOf(base: MergeTarget, start: number, end: number): Float64Array {
  return scope(() => {
    const part = base.weight.narrow(0, start, end - start);
    const wide = base instanceof nn.HalfLinear ? widenHalf(part, base.format) : part;
    return Float64Array.from(wide.dataSync());
  });
}

type Add = (numbers: Float64Array, start: number, end: number) => void;

/** Adds an adapter's change to those of its rows that are from `start` to `end`. */
function changeOf({ loraA, loraB, scale, start: first, rows }: LoraAdapter, width: number): Add {
  const [a, b] = [loraA.dataSync(), loraB.dataSync()]; // (rank, in), (rows, rank)
  const rank = loraA.size(0);
  return (numbers, start, end) => {
    for (let i = Math.max(start, first); i < Math.min(end, first + rows); i++) {
      const row = numbers.subarray((i - start) * width, (i - start + 1) * width);
      for (let r = 0; r < rank; r++) {
        const factor = scale * b[(i - first) * rank + r]!;
        for (let j = 0; j < width; j++) row[j]! += factor * a[r * width + j]!;
      }
    }
  };
}
