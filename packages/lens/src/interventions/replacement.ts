import { ArgumentError, Generator, multinomial, ones, ShapeError, type Tensor } from "@saccade/tensor";
import { formatShape } from "@saccade/tensor/backend";
import { flag, instanceOf, listOf } from "@saccade/tensor/contract";
import { ActivationCache } from "../cache/activation-cache.ts";
import type { HookPoint } from "../run/listen.ts";
import { axesOf, positionRule } from "./places.ts";

/** The kinds of ablation that any site has. */
export const kinds = ["zero", "mean", "resample", "freeze"] as const;

/** Options of ablations other than their kind. */
export const replacementRules = {
  /**
   * Values that `runWithCache` returned: of reference inputs for "mean" (default: the batch of the run itself), of other inputs
   * for "resample", of an earlier run for "freeze".
   */
  cache: instanceOf("an ActivationCache", ActivationCache),
  /** Whether to take the mean for each position, only over the batch. Default false: over batch and positions. */
  perPosition: flag(false),
  /**
   * The positions at which values are replaced, those below 0 counted from the end. Default all. A run that is shorter leaves
   * the others out, so that hooks serve a text that grows.
   */
  positions: listOf(positionRule),
  /** Draws the rows of "resample". Default: the default generator. */
  generator: instanceOf("a Generator", Generator),
};

/** How values are replaced. */
export interface Replacement {
  readonly kind: (typeof kinds)[number];
  readonly cache?: ActivationCache | undefined;
  readonly perPosition: boolean;
  readonly generator?: Generator | undefined;
}

/** The replacement of the value x of a site. */
export type Replace = (x: Tensor, point: HookPoint) => Tensor | number;

/**
 * The values that a kind of ablation puts in place at some sites.
 *
 * @throws ArgumentError for a kind that needs a cache and has none, or has one that it does not read; and for a site that is not
 * in the cache.
 */
export function replacement(what: string, sites: readonly string[], settings: Replacement): Replace {
  const { kind, cache, perPosition, generator } = settings;
  const values = new Map(cache && sites.map((site) => [site, cache.get(site)] as const));
  if (kind === "zero") {
    if (cache)
      throw new ArgumentError(`${what}: kind "zero" reads no cache; leave it out, or write kind: "mean".`);
    return () => 0;
  }
  if (kind === "mean") return (x, point) => meanOf(what, x, point, values.get(point.name), perPosition);
  if (!cache)
    throw new ArgumentError(
      `${what}: kind "${kind}" takes values of another run; write { kind: "${kind}", cache: runWithCache(model, input).cache }.`,
    );
  return (x, point) => {
    const cached = values.get(point.name)!;
    return fitted(what, kind === "freeze" ? cached : drawnRows(cached, x.size(0), generator), x, point);
  };
}

function meanOf(
  what: string,
  x: Tensor,
  point: HookPoint,
  reference: Tensor | undefined,
  perPosition: boolean,
): Tensor {
  const { head, position } = axesOf(point.name);
  // A mean of patterns over queries would mix those of different lengths.
  const each = perPosition || head === 1;
  const mean = (reference ?? x).mean(each ? 0 : [0, position], { keepdim: true });
  return each && reference ? fitted(what, mean, x, point) : mean;
}

/** One of a cache's rows for each of `count` rows. */
function drawnRows(cached: Tensor, count: number, generator: Generator | undefined): Tensor {
  const rows = cached.size(0);
  if (rows === 1) return cached;
  const { backend } = cached;
  const drawn = multinomial(ones([rows], { backend }), count, {
    replacement: true,
    ...(generator && { generator }),
  });
  return cached.indexSelect(0, drawn);
}

/**
 * A cached value in the shape of x. A longer run gives the positions of x.
 *
 * @throws ShapeError for other sizes.
 */
export function fitted(what: string, cached: Tensor, x: Tensor, { name, offset }: HookPoint): Tensor {
  const { head, position } = axesOf(name);
  const length = x.size(position);
  let value = cached;
  if (value.ndim === x.ndim && value.size(position) >= offset + length) {
    value = value.narrow(position, offset, length);
    // The keys of a pattern
    if (head === 1 && value.size(3) > x.size(3)) value = value.narrow(3, 0, x.size(3));
  }
  const fits = x.shape.every(
    (size, axis) => value.shape[axis] === size || (axis === 0 && value.size(0) === 1),
  );
  if (value.ndim === x.ndim && fits) return value;
  throw new ShapeError(
    `${what}: ${name} has the shape ${formatShape(x.shape)}, and in the cache ${formatShape(cached.shape)}; run it on as many ` +
      "tokens, and on one row or as many.",
  );
}
