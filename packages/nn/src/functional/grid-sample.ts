// Images sampled at given places, as spatial transformers do (Jaderberg et al. 2015).
import { fromData, gather, ShapeError, type Tensor } from "@saccade/tensor";
import * as c from "@saccade/tensor/contract";
import { functionCall, lastSizes } from "./windows.ts";

const gridRules = {
  /** How elements between those of x are computed; "bilinear" is trilinear for volumes. Default "bilinear". */
  mode: c.oneOf(["bilinear", "nearest", "bicubic"], "bilinear"),
  /** The values outside of x: zeros, its border elements, or x mirrored at its border. Default "zeros". */
  paddingMode: c.oneOf(["zeros", "border", "reflection"], "zeros"),
  /** Whether −1 and 1 are the centers of the corner elements, instead of the corners of x. Default false. */
  alignCorners: /* @__PURE__ */ c.nullable(c.flag(), null) as c.Rule<boolean | null, null>,
} as const;

/** Options of {@link gridSample}. */
export interface GridSampleOptions extends c.Given<typeof gridRules> {}

const call = /* @__PURE__ */ functionCall(
  "gridSample",
  { x: c.required(c.tensorRule("float")), grid: c.required(c.tensorRule("float")) },
  gridRules,
  "x (n, c, h, w) | (n, c, d, h, w)  grid same (n, rows, columns, 2) | (n, depth, rows, columns, 3)",
  'gridSample(x, grid, { paddingMode: "border" })',
);

/**
 * The elements of images at given places: x (N, C, H, W), grid (N, OH, OW, 2) → (N, C, OH, OW), or x (N, C, D, H, W), grid
 * (N, OD, OH, OW, 3) → (N, C, OD, OH, OW). A place is (column, row) or (column, row, depth), from −1 at one end of x to 1
 * at the other; NaN counts as −1.
 *
 * @throws ShapeError if the shapes do not match, and for "bicubic" on volumes; DTypeError unless both are of the same floats.
 * @example functional.gridSample(tensor([[[[1, 3]]]]), zeros([1, 1, 1, 2])) // tensor([[[[2]]]])
 */
export function gridSample(x: Tensor, grid: Tensor, options?: GridSampleOptions): Tensor {
  const { mode, paddingMode, alignCorners } = call([x, grid, options]);
  const dims = x.ndim - 2;
  if (grid.ndim !== x.ndim)
    throw new ShapeError(
      `gridSample: x ${x.describe()} takes a grid of ${x.ndim} dims, whose last has ${dims} elements, got ${grid.describe()}.`,
    );
  if (mode === "bicubic" && dims === 3)
    throw new ShapeError(`gridSample: mode "bicubic" takes images, got ${x.describe()}; write "bilinear".`);
  const sizes = lastSizes(x, dims);
  if (sizes.includes(0)) throw new ShapeError(`gridSample: x ${x.describe()} has no elements to take.`);
  const how: Outside = { paddingMode, alignCorners: alignCorners === true };
  const lines = sizes.map((size, dim) => {
    const given = grid.select(-1, dims - 1 - dim).flatten(1); // (N, P): columns come first
    const place = placeOf(given.maskedFill(given.isnan(), -1), size, how.alignCorners);
    return tapsAt(mode === "bicubic" ? place : brought(place, size, how), size, mode, how);
  });
  // Every combination of a tap in each dim.
  const corners = lines.reduce<readonly Tap[]>(
    (before, taps, dim) =>
      before.length === 0
        ? taps
        : before.flatMap((a) =>
            taps.map((b) => ({
              index: a.index.mul(sizes[dim]!).add(b.index),
              weight: a.weight && b.weight ? a.weight.mul(b.weight) : (a.weight ?? b.weight),
              inside: a.inside && b.inside ? a.inside.logicalAnd(b.inside) : (a.inside ?? b.inside),
            })),
          ),
    [],
  );
  const [n, channels] = [x.size(0), x.size(1)];
  const flat = x.flatten(2);
  const terms = corners.map(({ index, weight, inside }) => {
    const all = index.unsqueeze(1).expand([n, channels, index.size(1)]);
    const elements = gather(flat, 2, all); // (N, C, P)
    const term = weight ? elements.mul(weight.unsqueeze(1)) : elements;
    return inside ? term.maskedFill(inside.logicalNot().unsqueeze(1), 0) : term;
  });
  const sum = terms.reduce((a, b) => a.add(b));
  return sum.reshape([n, channels, ...grid.shape.slice(1, -1)]);
}

interface Outside {
  readonly paddingMode: "zeros" | "border" | "reflection";
  readonly alignCorners: boolean;
}

/** One of the elements along a dim that a result is made of: for all places (N, P). */
interface Tap {
  readonly index: Tensor;
  /** Its share; undefined for all of it. */
  readonly weight: Tensor | undefined;
  /** Whether it lies on x; undefined where all do. */
  readonly inside: Tensor | undefined;
}

/** Places from −1 to 1 as places among `size` elements. */
function placeOf(given: Tensor, size: number, alignCorners: boolean): Tensor {
  const ends = given.add(1);
  return alignCorners ? ends.div(2).mul(size - 1) : ends.mul(size).sub(1).div(2);
}

/** Places outside of x, brought to x. */
function brought(place: Tensor, size: number, { paddingMode, alignCorners }: Outside): Tensor {
  if (paddingMode === "zeros") return place;
  if (paddingMode === "border") return clipped(place, size);
  const within = mirrored(place, size, alignCorners);
  return clipped(within.maskedFill(within.isnan(), 0), size); // mirrored, infinity is NaN
}

/** Clamped to x. The slope at its ends is 0, as in PyTorch. */
function clipped(place: Tensor, size: number): Tensor {
  const inside = place.detach();
  const outside = inside.le(0).logicalOr(inside.ge(size - 1));
  return outside.where(inside.clamp({ min: 0, max: size - 1 }), place);
}

/** Places beyond the ends, mirrored there again and again: the ends are the centers of the corner elements, or the corners. */
function mirrored(place: Tensor, size: number, alignCorners: boolean): Tensor {
  const [low, span] = alignCorners ? [0, size - 1] : [-0.5, size];
  if (span === 0) return place.mul(0);
  const distance = place.sub(low).abs();
  const turns = distance.detach().div(span).floor();
  const rest = distance.sub(turns.mul(span));
  const even = turns.remainder(2).eq(0);
  return even.where(rest, rest.neg().add(span)).add(low);
}

/** The taps of one dim and their weights. */
function tapsAt(place: Tensor, size: number, mode: "bilinear" | "nearest" | "bicubic", how: Outside): Tap[] {
  if (mode === "nearest") return [tapAt(place.detach().round(), size, how, undefined)];
  const floor = place.detach().floor();
  const rest = place.sub(floor);
  if (mode === "bilinear")
    return [tapAt(floor, size, how, rest.neg().add(1)), tapAt(floor.add(1), size, how, rest)];
  return [-1, 0, 1, 2].map((k) => tapAt(floor.add(k), size, how, cubicShare(rest.sub(k).abs(), k)));
}

/** Keys' piecewise cubic with a = −0.75 at distances from its center: those of taps 0 and 1 are at most 1. */
function cubicShare(d: Tensor, tap: number): Tensor {
  const a = -0.75;
  if (tap === 0 || tap === 1)
    return d
      .mul(a + 2)
      .sub(a + 3)
      .mul(d)
      .mul(d)
      .add(1);
  return d
    .mul(a)
    .sub(5 * a)
    .mul(d)
    .add(8 * a)
    .mul(d)
    .sub(4 * a);
}

/** The element at a whole place, which may lie outside of x. */
function tapAt(at: Tensor, size: number, how: Outside, weight: Tensor | undefined): Tap {
  const whole = how.paddingMode === "reflection" ? brought(at, size, how) : at;
  const inside = how.paddingMode === "zeros" ? at.ge(0).logicalAnd(at.le(size - 1)) : undefined;
  return { index: whole.clamp({ min: 0, max: size - 1 }).to("int32"), weight, inside };
}

const affineRules = {
  /** Whether −1 and 1 are the centers of the corner elements, instead of the corners of the image. Default false. */
  alignCorners: gridRules.alignCorners,
} as const;

const affineCall = /* @__PURE__ */ c.signature(
  "affineGrid",
  { theta: c.required(c.tensorRule("float")), size: c.required(c.listOf(c.size())) },
  affineRules,
  { example: "affineGrid(theta, [1, 3, 28, 28])" },
);
const thetas = /* @__PURE__ */ c.tensors("affineGrid", "theta (n, 2, 3) | (n, 3, 4)");

/** Options of {@link affineGrid}. */
export interface AffineGridOptions extends c.Given<typeof affineRules> {}

/**
 * The places that an affine map takes those of an image to, for `gridSample`: theta (N, 2, 3), size [N, C, H, W] → (N, H, W, 2), or
 * theta (N, 3, 4), size [N, C, D, H, W] → (N, D, H, W, 3). The place (x, y) becomes theta · (x, y, 1).
 *
 * @throws ShapeError unless the sizes match theta; DTypeError unless it is of floats.
 * @example functional.affineGrid(tensor([[[1, 0, 0], [0, 1, 0]]]), [1, 1, 1, 2]) // tensor([[[[-0.5000, 0], [0.5000, 0]]]])
 */
export function affineGrid(theta: Tensor, size: readonly number[], options?: AffineGridOptions): Tensor {
  const { alignCorners } = affineCall([theta, size, options]);
  thetas.check([theta]);
  const dims = theta.size(1);
  if (size.length !== dims + 2 || size[0] !== theta.size(0))
    throw new ShapeError(
      `affineGrid: size [${size}] must have ${dims + 2} numbers for theta ${theta.describe()}, of which the first is ${theta.size(0)}.`,
    );
  const sizes = size.slice(2);
  const count = sizes.reduce((a, b) => a * b);
  // Homogeneous coordinates (x, y, 1) of each place.
  const places = new Float64Array(count * (dims + 1)).fill(1);
  for (let i = 0; i < count; i++) {
    let rest = i;
    for (let dim = dims - 1; dim >= 0; dim--) {
      const own = sizes[dim]!;
      const at = rest % own;
      rest = (rest - at) / own;
      const ends = alignCorners ? own - 1 : own;
      places[i * (dims + 1) + dims - 1 - dim] = own === 1 ? 0 : (2 * at + 1 - own) / ends;
    }
  }
  const data = theta.dtype === "float64" ? places : Float32Array.from(places);
  const base = fromData(data, [count, dims + 1], { backend: theta.backend });
  return base.matmul(theta.transpose(1, 2)).reshape([size[0]!, ...sizes, dims]);
}
