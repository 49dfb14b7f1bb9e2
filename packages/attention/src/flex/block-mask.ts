// Which tiles of keys a mask leaves to each panel of queries.

import { ArgumentError, type Backend, IndexError } from "@saccade/tensor";
import { badArgument, formatShape } from "@saccade/tensor/backend";
import { callable, nullable, required, signature, whole } from "@saccade/tensor/contract";
import { Bounds, type Boxes, type Grid, type Ranges } from "./bounds.ts";
import { checkText, graphOf, placeNames, type Sizes, type Traced, trace } from "./traced.ts";

/**
 * True where a query may attend to a key: `(b, h, q, kv) => q.ge(kv)` is causal. Its arguments are symbols for the batch entry, the
 * head, and the positions of the query and the key; it runs once.
 */
export type MaskMod = (b: Traced, h: Traced, q: Traced, kv: Traced) => Traced;

/** The queries of a panel, and the keys of a tile. */
export const [panelSize, tileSize] = [16, 64];

/**
 * A mask for `flexAttention`, with the tiles that it leaves out. Make it with {@link createBlockMask}; use it for many calls.
 *
 * @example createBlockMask(causal, null, null, 128, 128) instanceof BlockMask // true
 */
export class BlockMask {
  /** The batch entries, or null if the mask is the same for all. */
  readonly b: number | null;
  /** The heads of the queries, or null if the mask is the same for all. */
  readonly h: number | null;
  /** The queries. */
  readonly lq: number;
  /** The keys. */
  readonly lk: number;
  /** What the mask computes. @internal */
  readonly graph: Traced;
  /** Where its captured tensors are; null without any. @internal */
  readonly backend: Backend | null;
  /** @internal */
  readonly layout: Layout;

  /** @internal */
  constructor(
    [b, h, lq, lk]: readonly [number | null, number | null, number, number],
    graph: Traced,
    layout: Layout,
  ) {
    this.b = b;
    this.h = h;
    this.lq = lq;
    this.lk = lk;
    this.graph = graph;
    this.backend = [...graphOf(graph)].find(({ table }) => table)?.table?.backend ?? null;
    this.layout = layout;
  }

  /** The share of tiles of 16 queries and 64 keys that are not computed, in percent. */
  sparsity(): number {
    const { tiles } = this.layout;
    return tiles.length === 0 ? 0 : (100 * tiles.filter((tile) => tile === 0).length) / tiles.length;
  }

  /** The tiles of the first batch entry and head: █ where all pairs are allowed, ░ where some are. */
  toString(): string {
    const { b, h, lq, lk, layout } = this;
    const [, , panels, tiles] = layout.shape;
    const [down, along] = [Math.ceil(panels / 32), Math.ceil(tiles / 32)];
    const lines: string[] = [];
    for (let top = 0; top < panels; top += down) {
      let line = "";
      for (let left = 0; left < tiles; left += along) line += this.#cell([top, down], [left, along]);
      lines.push(line);
    }
    const head = `BlockMask(shape=${formatShape([b ?? 1, h ?? 1, lq, lk])}, sparsity=${this.sparsity().toFixed(2)}%`;
    return `${head},\n${lines.join("\n")})`;
  }

  #cell([top, down]: readonly number[], [left, along]: readonly number[]): string {
    const [, , panels, tiles] = this.layout.shape;
    let [some, all] = [false, true];
    for (let panel = top!; panel < Math.min(panels, top! + down!); panel++)
      for (let tile = left!; tile < Math.min(tiles, left! + along!); tile++) {
        const value = this.layout.tiles[panel * tiles + tile]!;
        some ||= value > 0;
        all &&= value === 128 + Math.min(tileSize, this.lk - tile * tileSize);
      }
    return all ? "██" : some ? "░░" : "  ";
  }

  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return this.toString();
  }
}

/** What a mask leaves of each tile: see `layout` of fused.scaledDotProduct. */
export interface Layout {
  readonly tiles: Int32Array;
  /** (b | 1, h | 1, panels, tiles). */
  readonly shape: readonly [number, number, number, number];
}

const name = "createBlockMask";
const many = {
  ...whole(undefined, { min: 1, max: 2 ** 31 - 1 }),
  fix: () => "write null for a mask that is the same for all",
};
const length = whole(undefined, { min: 0, max: 2 ** 24 });
const create = signature(
  name,
  {
    maskMod: required(callable<MaskMod>()),
    b: required(nullable(many)),
    h: required(nullable(many)),
    lq: required(length),
    lk: required(length),
  },
  `${name}((b, h, q, kv) => q.ge(kv), null, null, 512, 512)`,
);

/**
 * Traces a mask, and finds the tiles that it empties and fills, which `flexAttention` skips and does not mask. PyTorch's
 * `create_block_mask`; no (lq, lk) matrix is made. Captured tensors are read where the host can read them: when they change, make the
 * mask anew.
 *
 * @param b the batch entries, for a mask that differs between them; otherwise null
 * @param h the heads of the queries, for a mask that differs between them; otherwise null
 * @throws TraceError for a function that cannot be traced; IndexError for an index of `at` that may be out of range; ArgumentError for
 * sizes that are not whole numbers, and for a null that the mask reads.
 * @example createBlockMask((_b, _h, q, kv) => q.ge(kv), null, null, 128, 128).sparsity() // 25
 */
export function createBlockMask(
  maskMod: MaskMod,
  b: number | null,
  h: number | null,
  lq: number,
  lk: number,
): BlockMask {
  create([maskMod, b, h, lq, lk]);
  const sizes = { b: b ?? 1, h: h ?? 1, q: lq, kv: lk };
  const graph = trace({ what: name, sizes, backend: null }, maskMod, "bool");
  for (const [place, size] of Object.entries({ b, h }))
    if (size === null && graph.reads.has(place as "b" | "h"))
      throw new ArgumentError(
        `${name}: ${place} is null, and the mask differs between ${place === "b" ? "batch entries" : "heads"}; give their number.`,
      );
  const bounds = new Bounds();
  checkIndices(name, graph, sizes, bounds);
  return new BlockMask([b, h, lq, lk], graph, layoutOf(graph, sizes, bounds));
}

/** All places. */
export function allOf(sizes: Sizes): Boxes {
  const range = (size: number): Ranges => ({ low: Float64Array.of(0), high: Float64Array.of(size - 1) });
  return { b: range(sizes.b), h: range(sizes.h), q: range(sizes.q), kv: range(sizes.kv) };
}

/** @throws IndexError for an index of a captured tensor that may be outside of its dim. */
export function checkIndices(what: string, graph: Traced, sizes: Sizes, bounds: Bounds): void {
  if (placeNames.some((place) => sizes[place] === 0)) return;
  const gathers = [...graphOf(graph)].filter(({ op }) => op === "gather");
  const ranges = bounds.within(allOf(sizes), ...gathers.flatMap(({ args }) => args));
  for (const { args, table } of gathers)
    for (const [dim, index] of args.entries()) {
      const { low, high } = ranges.get(index)!;
      const [from, to, size] = [low[0]!, high[0]!, table!.size(dim)];
      if (from >= 0 && to < size) continue;
      const range = Number.isNaN(from) ? "not known" : `${from} to ${to}`;
      throw new IndexError(
        `${what}: the range of index ${dim} of at(${table!.describe()}, …) is ${range}, and must be within 0 to ${size - 1}; write ` +
          `.clamp({ min: 0, max: ${size - 1} }), or minimum or maximum, on the index.`,
      );
    }
}

function layoutOf(graph: Traced, sizes: Sizes, bounds: Bounds): Layout {
  const shape = [
    graph.reads.has("b") ? sizes.b : 1,
    graph.reads.has("h") ? sizes.h : 1,
    Math.ceil(sizes.q / panelSize),
    Math.ceil(sizes.kv / tileSize),
  ] as const;
  const [bs, hs, panels, tiles] = shape;
  const found = new Int32Array(bs * hs * panels * tiles);
  const [queries, keys] = [runs(0, sizes.q, panelSize), runs(0, sizes.kv, tileSize)];
  for (let b = 0; b < bs; b++)
    for (let h = 0; h < hs; h++) {
      const mask = (q: Ranges, kv: Ranges): Grid =>
        bounds.within({ b: runs(b, b + 1, 1), h: runs(h, h + 1, 1), q, kv }, graph).get(graph)!;
      const coarse = mask(queries, keys);
      for (let panel = 0; panel < panels; panel++) {
        const rows = runs(panel * panelSize, Math.min(sizes.q, (panel + 1) * panelSize), panelSize);
        for (let tile = 0; tile < tiles; tile++) {
          const cell = (coarse.rows === 1 ? 0 : panel * coarse.columns) + (coarse.columns === 1 ? 0 : tile);
          const [from, to] = [tile * tileSize, Math.min(sizes.kv, (tile + 1) * tileSize)];
          const at = ((b * hs + h) * panels + panel) * tiles + tile;
          if (coarse.low[cell] === 1) found[at] = 128 + to - from;
          else if (coarse.high[cell] === 1) found[at] = partOf(mask, rows, from, to);
        }
      }
    }
  return { tiles: found, shape };
}

/** A tile that is neither full nor empty for all that is known: looks at each key, and at pairs where a key does not tell. */
function partOf(mask: (q: Ranges, kv: Ranges) => Grid, rows: Ranges, from: number, to: number): number {
  const queries = runs(rows.low[0]!, rows.high[0]! + 1, 1);
  const ofKey = ({ low, high, columns }: Grid, key: number): readonly [all: boolean, some: boolean] => {
    let [all, some] = [true, false];
    for (let at = columns === 1 ? 0 : key; at < low.length; at += columns) {
      all &&= low[at] === 1;
      some ||= high[at] === 1;
    }
    return [all, some];
  };
  const keys = mask(rows, runs(from, to, 1));
  let looked = 0;
  let pairs: Grid | undefined;
  const look = (key: number): readonly [all: boolean, some: boolean] => {
    const [all, some] = ofKey(keys, key);
    if (all || !some) return [all, some];
    if (looked++ < 4) return ofKey(mask(queries, runs(from + key, from + key + 1, 1)), 0);
    pairs ??= mask(queries, runs(from, to, 1));
    return ofKey(pairs, key);
  };
  let count = to - from;
  while (count > 0 && !look(count - 1)[1]) count--;
  for (let key = 0; key < count; key++) if (!look(key)[0]) return count;
  return count === 0 ? 0 : 128 + count;
}

/** The numbers from one to another, exclusive, in runs. */
function runs(from: number, to: number, size: number): Ranges {
  const count = Math.ceil((to - from) / size);
  const low = Float64Array.from({ length: count }, (_, i) => from + i * size);
  return { low, high: low.map((first) => Math.min(to, first + size) - 1) };
}

/**
 * The keys that all masks allow.
 *
 * @throws ArgumentError without a mask, or for one that is not a function.
 * @example createBlockMask(andMasks(causal, slidingWindow(64)), null, null, 256, 256).sparsity() // 56.25
 */
export function andMasks(...masks: readonly MaskMod[]): MaskMod {
  checkMasks("andMasks", masks);
  return (...places) => masks.map((mask) => mask(...places)).reduce((a, b) => a.logicalAnd(b));
}

/**
 * The keys that one of the masks allows.
 *
 * @throws ArgumentError without a mask, or for one that is not a function.
 * @example createBlockMask(orMasks(causal, prefixLm(64)), null, null, 128, 128).sparsity() // 25
 */
export function orMasks(...masks: readonly MaskMod[]): MaskMod {
  checkMasks("orMasks", masks);
  return (...places) => masks.map((mask) => mask(...places)).reduce((a, b) => a.logicalOr(b));
}

const maskRule = callable<MaskMod>();

function checkMasks(what: string, masks: readonly MaskMod[]): void {
  const wrong = masks.length === 0 ? 0 : masks.findIndex((mask) => !maskRule.holds(mask));
  if (wrong >= 0) throw badArgument(what, `masks[${wrong}]`, "a function of (b, h, q, kv)", masks[wrong]);
  for (const mask of masks) checkText(`${what}: maskMod ${mask.name}`.trim(), mask);
}
