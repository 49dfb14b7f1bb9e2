// The keys and values of earlier steps, written in place.

import {
  type Backend,
  BackendError,
  dispose,
  fromData,
  keep,
  type Shape,
  ShapeError,
  scope,
  type Tensor,
  zeros,
} from "@saccade/tensor";
import { applyInto, formatShape, isRecording, type Op, requireFresh } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { stepsRule } from "../contract/rules.ts";

// (b, h, capacity, d) with rows start, start + 1, … replaced by those of (b, h, n, d). In place, the rest is not touched:
// so a cached token costs the same at any length.
const writeRowsOp: Op<readonly [Tensor, Tensor], readonly [Tensor], { readonly start: number }> = {
  name: "writeRows",
  infer: ([target]) => [{ shape: target.shape, dtype: target.dtype }],
  forward([target, source], [out], { start }) {
    const [b, h, capacity, d] = out.shape as readonly [number, number, number, number];
    const inPlace = target.data.buffer === out.data.buffer && target.data.byteOffset === out.data.byteOffset;
    if (!inPlace) {
      for (let i = 0; i < b * h * capacity * d; i++) out.data[i] = target.data[target.offset + i]!;
    }
    const { data, offset, shape, strides } = source;
    const [sb, sh, sn, sd] = strides as readonly [number, number, number, number];
    for (let i = 0; i < b; i++) {
      for (let j = 0; j < h; j++) {
        for (let row = 0; row < shape[2]!; row++) {
          const from = offset + i * sb + j * sh + row * sn;
          const to = ((i * h + j) * capacity + start + row) * d;
          for (let x = 0; x < d; x++) out.data[to + x] = data[from + x * sd]!;
        }
      }
    }
  },
  gradient() {
    throw new Error("writeRows: caches are written where no tape records.");
  },
};

/** Writes rows (b, h, n, d) into a buffer (b, h, capacity, d), from row `start` on, in place. */
function writeRows(buffer: Tensor, rows: Tensor, start: number): void {
  applyInto(writeRowsOp, [buffer, rows], { start }, [buffer]);
}

const name = "AttentionCache";
const cacheOptions = c.options(
  name,
  {
    /** The number of keys to reserve memory for at first. It grows by doubling. Default 32. */
    capacity: stepsRule(32),
    /** Holds the keys of a memory, computed once: later calls attend to them and add none. Default false. */
    fixed: c.flag(false),
  },
  { example: `new ${name}({ capacity: 128 })` },
);
const appendInputs = c.tensors(
  `${name}.append`,
  "keys float (b, heads, n, keyWidth)  values float (b, heads, n, valueWidth)",
);

/** Options of {@link AttentionCache}. */
export interface AttentionCacheOptions extends c.OptionsOf<typeof cacheOptions> {}

/** Sizes that an attention's keys and values must have. */
export interface CacheSizes {
  /** The number of sequences. */
  readonly batch: number;
  /** The number of heads of the keys. */
  readonly numHeads: number;
  /** The width of a head's keys. */
  readonly keyWidth: number;
  /** The width of a head's values. */
  readonly valueWidth: number;
  /** The backend of the keys and values. */
  readonly backend: Backend;
}

/** Memory that several caches may share: rows below `used` never change. */
export interface Rows {
  /** (b, heads, capacity, width). */
  readonly keys: Tensor;
  readonly values: Tensor;
  used: number;
  /** How many caches use it. */
  owners: number;
}

/** Which sequences of a batch to keep, in order: whole numbers below the size of the batch, where it is known. */
/* @__NO_SIDE_EFFECTS__ */
export function indicesRule(batch: number | null): c.Rule<readonly number[], unknown> {
  const items = c.listOf(c.whole(undefined, { min: 0, ...(batch !== null && { max: batch - 1 }) }));
  const some = (value: unknown): value is readonly number[] => items.holds(value) && value.length > 0;
  const fix = "give at least one sequence to keep, as in cache.select([0])";
  return c.required(c.withFix({ ...items, holds: some }, fix));
}

/**
 * The projected keys and values of one attention, for decoding token by token. New ones are appended in
 * memory that doubles when it is full, so nothing is computed or copied twice. Gradients do not flow through it.
 *
 * The memory is freed with the cache, or by `dispose()`.
 *
 * @example
 * const attention = new MultiheadAttention(4, 2, { batchFirst: true });
 * const cache = new AttentionCache();
 * noGrad(() => [1, 2].forEach(() => attention.forward(ones([1, 1, 4]), ones([1, 1, 4]), ones([1, 1, 4]), { causal: true, cache })));
 * cache.length // 2
 */
export class AttentionCache {
  /** Whether it holds the keys of a memory, computed once. */
  readonly fixed: boolean;
  readonly #capacity: number;
  /** What it holds; null while it is empty. */
  protected rows: Rows | null = null;
  /** The number of keys. */
  protected count: number = 0;

  constructor(given: AttentionCacheOptions = {}) {
    const { capacity, fixed } = cacheOptions(given);
    this.fixed = fixed;
    this.#capacity = capacity;
  }

  /** The number of keys in it. */
  get length(): number {
    return this.count;
  }

  /** The number of sequences; null while it is empty. */
  get batchSize(): number | null {
    return this.rows?.keys.size(0) ?? null;
  }

  /** Views of the keys and values: (b, heads, length, width) each. @throws ShapeError while it is empty. */
  read(): [keys: Tensor, values: Tensor] {
    if (this.rows === null) throw new ShapeError(`${name}: it is empty; append keys and values first.`);
    const { keys, values } = this.rows;
    return [keys.narrow(2, 0, this.count), values.narrow(2, 0, this.count)];
  }

  /**
   * Adds keys and values (b, heads, n, width) and returns views of all of them.
   *
   * @throws ShapeError for other sizes than before, BackendError where gradients are recorded, CompileError in a step
   * that `compile` captures.
   */
  append(keys: Tensor, values: Tensor): [keys: Tensor, values: Tensor] {
    const { b, heads, n, keyWidth, valueWidth } = appendInputs([keys, values]);
    const { backend } = keys;
    this.check(`${name}.append`, { batch: b, numHeads: heads, keyWidth, valueWidth, backend });
    const length = this.count + n;
    scope(() => {
      const rows = this.#reserve(keys, values, length);
      writeRows(rows.keys, keys, this.count);
      writeRows(rows.values, values, this.count);
      rows.used = length;
    });
    this.count = length;
    return this.read();
  }

  /**
   * Checks that an attention of these sizes can use it.
   *
   * @throws ShapeError for another batch size, number of heads or width; BackendError on another backend, and where
   * gradients are recorded; CompileError in a step that `compile` captures.
   */
  check(what: string, { batch, numHeads, keyWidth, valueWidth, backend }: CacheSizes): void {
    requireFresh(`${what}: a cache`);
    if (isRecording())
      throw new BackendError(
        `${what}: gradients do not flow through a cache; decode in noGrad(() => …), or train without a cache.`,
      );
    if (this.rows === null) return;
    const { keys, values } = this.rows;
    if (keys.backend !== backend)
      throw new BackendError(
        `${what}: the cache is on the backend ${keys.backend.name}, not on ${backend.name}.`,
      );
    const [b, heads, , width] = keys.shape;
    const sameHeads = heads === numHeads && width === keyWidth && values.size(3) === valueWidth;
    if (b === batch && sameHeads) return;
    const other =
      b === batch
        ? `the attention has ${numHeads} heads of width ${keyWidth}; use each cache for one attention`
        : `the input has a batch size of ${batch}; make a new cache, or choose its sequences with select()`;
    throw new ShapeError(
      `${what}: the cache holds keys ${formatShape([b!, heads!, this.count, width!])} = (b, heads, length, width), and ${other}.`,
    );
  }

  /** A cache with the same keys, which can be continued in another way. It copies only when both are continued. */
  fork(): AttentionCache {
    const copy = new AttentionCache({ capacity: this.#capacity, fixed: this.fixed });
    copy.rows = this.rows;
    copy.count = this.count;
    if (this.rows !== null) this.rows.owners++;
    return copy;
  }

  /**
   * Keeps sequences `indices[0]`, `indices[1]`, … of the batch, in this order, as a beam search needs. An index may be
   * repeated or missing.
   *
   * @throws ArgumentError for an index beyond the batch.
   */
  select(indices: readonly number[]): void {
    const what = `${name}.select`;
    c.signature(what, { indices: indicesRule(this.batchSize) }, "cache.select([0])")([indices]);
    const rows = this.rows;
    if (rows === null) return;
    requireFresh(what);
    if (indices.length === rows.keys.size(0) && indices.every((index, i) => index === i)) return;
    const length = this.count;
    scope(() => {
      const index = fromData(Int32Array.from(indices), [indices.length], { backend: rows.keys.backend });
      const chosen = (x: Tensor): Tensor => keep(x.indexSelect(0, index));
      const [keys, values] = [chosen(rows.keys), chosen(rows.values)];
      this.dispose();
      this.rows = { keys, values, used: length, owners: 1 };
      this.count = length;
    });
  }

  /** Frees the memory now and empties the cache. */
  dispose(): void {
    const rows = this.rows;
    this.rows = null;
    this.count = 0;
    if (rows === null || --rows.owners > 0) return;
    dispose(rows.keys);
    dispose(rows.values);
  }

  // Rows with room up to `length` that no other cache has written after this one's.
  #reserve(keys: Tensor, values: Tensor, length: number): Rows {
    const old = this.rows;
    const used = this.count;
    const capacity = old?.keys.size(2) ?? this.#capacity;
    if (old !== null && length <= capacity && old.used === used) return old;
    const grown = length <= capacity ? capacity : Math.max(length, 2 * capacity);
    const copied = ({ shape, dtype, backend }: Tensor, before: Tensor | undefined): Tensor => {
      const [b, heads, , width] = shape as Shape & readonly [number, number, number, number];
      const buffer = keep(zeros([b, heads, grown, width], { dtype, backend }));
      if (before !== undefined) writeRows(buffer, before.narrow(2, 0, used), 0);
      return buffer;
    };
    const rows = { keys: copied(keys, old?.keys), values: copied(values, old?.values), used, owners: 1 };
    this.dispose();
    this.count = used;
    this.rows = rows;
    return rows;
  }
}

/** The option `cache`. */
export const cacheRule: c.Rule<AttentionCache, undefined> = /* @__PURE__ */ c.withFix(
  /* @__PURE__ */ c.instanceOf("an AttentionCache", AttentionCache),
  "write cache: new AttentionCache()",
);
