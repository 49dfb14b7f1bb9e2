// Which tiles of keys a mask leaves to each panel of queries.

import { ArgumentError, type Backend, IndexError } from "@saccade/tensor";
import { badArgument, formatShape } from "@saccade/tensor/backend";
import { callable, nullable, required, signature, whole } from "@saccade/tensor/contract";
import { allOf, Bounds, type Range } from "./bounds.ts";
import { checkText, graphOf, trace } from "./trace.ts";
import { placeNames, type Sizes, type Traced } from "./traced.ts";

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
    let picture = "";
    for (let top = 0; top < panels; top += down) {
      picture += "\n";
      for (let left = 0; left < tiles; left += along) picture += this.#cell([top, down], [left, along]);
    }
    const shape = formatShape([b ?? 1, h ?? 1, lq, lk]);
    return `BlockMask(shape=${shape}, sparsity=${this.sparsity().toFixed(2)}%,${picture})`;
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
  const graph = trace({ what: name, backend: null }, maskMod, "bool");
  for (const [place, size] of Object.entries({ b, h }))
    if (size === null && graph.reads.has(place as "b" | "h"))
      throw new ArgumentError(
        `${name}: ${place} is null, and the mask differs between ${place === "b" ? "batch entries" : "heads"}; give their number.`,
      );
  const bounds = new Bounds([graph]);
  checkIndices(name, graphOf(graph), sizes, bounds);
  return new BlockMask([b, h, lq, lk], graph, layoutOf(graph, sizes, bounds));
}

/** @throws IndexError for an index of a captured tensor that may be outside of its dim. */
export function checkIndices(what: string, symbols: Iterable<Traced>, sizes: Sizes, bounds: Bounds): void {
  if (placeNames.some((place) => sizes[place] === 0)) return;
  const ranges = bounds.within(allOf(sizes));
  for (const { table, args } of symbols)
    for (const [dim, index] of table ? args.entries() : []) {
      const [[from, to], size] = [ranges.get(index)!, table!.size(dim)];
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
  for (let i = 0; i < bs * hs; i++) {
    const [b, h] = [Math.floor(i / hs), i % hs];
    const mask: Mask = (q, kv) => bounds.within({ b: [b, b], h: [h, h], q, kv }).get(graph)!;
    found.set(tilesOf([panels, tiles], sizes, mask), i * panels * tiles);
  }
  return { tiles: found, shape };
}

/** What a mask gives within ranges of queries and keys: [1, 1] where all pairs are allowed, [0, 0] where none is. */
type Mask = (q: Range, kv: Range) => Range;

/** The layout of one head. Ranges that are neither full nor empty are halved. */
function tilesOf(
  [panels, tiles]: readonly [number, number],
  { q: lq, kv: lk }: Sizes,
  mask: Mask,
): Int32Array {
  const found = new Int32Array(panels * tiles);
  const fill = ([p, P]: Range, [t, T]: Range): void => {
    const q: Range = [p * panelSize, Math.min(lq, (P + 1) * panelSize) - 1];
    const kv: Range = [t * tileSize, Math.min(lk, (T + 1) * tileSize) - 1];
    const [low, high] = mask(q, kv);
    if (high === 0) return;
    if (low === 1)
      for (let panel = p; panel <= P; panel++)
        for (let tile = t; tile <= T; tile++)
          found[panel * tiles + tile] = 128 + Math.min(tileSize, lk - tile * tileSize);
    else if (p === P && t === T) found[p * tiles + t] = partOf(mask, q, kv);
    else if (P - p > T - t) for (const half of halves(p, P)) fill(half, [t, T]);
    else for (const half of halves(t, T)) fill([p, P], half);
  };
  if (found.length > 0) fill([0, panels - 1], [0, tiles - 1]);
  return found;
}

function halves(first: number, last: number): readonly Range[] {
  const middle = (first + last) >> 1;
  return [
    [first, middle],
    [middle + 1, last],
  ];
}

/** A tile that is neither full nor empty for all that is known: looks at each key, and at pairs where a key does not tell. */
function partOf(mask: Mask, q: Range, [first, last]: Range): number {
  const look = (key: number): { readonly all: boolean; readonly some: boolean } => {
    const [low, high] = mask(q, [key, key]);
    if (low === high) return { all: low === 1, some: high === 1 };
    let [all, some] = [true, false];
    for (let query = q[0]; query <= q[1]; query++) {
      const [least, most] = mask([query, query], [key, key]);
      all &&= least === 1;
      some ||= most === 1;
    }
    return { all, some };
  };
  let end = last;
  while (end >= first && !look(end).some) end--;
  let full = first;
  while (full <= end && look(full).all) full++;
  return (full > end && end >= first ? 128 : 0) + end - first + 1;
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
