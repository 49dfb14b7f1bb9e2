import { type LinearMap, Module } from "@saccade/nn";
import { cat, scope, type Tensor } from "@saccade/tensor";
import type { LoraAdapter } from "./adapter.ts";

/**
 * A linear map with adapters. If queries, keys and values share a map, each may have its own adapter, which acts on its
 * rows.
 *
 * @example
 * const gpt = new GPT({ vocabSize: 16, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * addLora(gpt, { rank: 2, targets: ["c_attn"] });
 * gpt.blocks[0].attention.qkv instanceof LoraLinear // true
 */
export class LoraLinear extends Module implements LinearMap {
  readonly inFeatures: number;
  readonly outFeatures: number;
  base: LinearMap;
  /** In the order of their rows, which do not overlap. */
  adapters: LoraAdapter[];

  /** The arguments are those of {@link addLora}, which has checked them. */
  constructor(base: LinearMap, adapters: readonly LoraAdapter[]) {
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
