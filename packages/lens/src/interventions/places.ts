// Where values are replaced, heads, neurons and positions, and putting others there.

import { type Module, siteNames } from "@saccade/nn";
import { ArgumentError, ShapeError, type Tensor, tensor, where } from "@saccade/tensor";
import { formatShape } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { getActName, ofAttention, ofEachLayer, unknownSite } from "../names.ts";
import { checkIndex } from "../run/calls.ts";
import type { HookPoint } from "../run/listen.ts";

/** A head of a layer. */
export interface HeadAt {
  /** The layer, from 0. */
  readonly layer: number;
  /** The head, from 0. */
  readonly head: number;
}

/** A neuron of a layer's feed-forward network. */
export interface NeuronAt {
  /** The layer, from 0. */
  readonly layer: number;
  /** The neuron, from 0. */
  readonly neuron: number;
}

const isIndex = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const has = (value: unknown, ...names: readonly string[]): boolean =>
  typeof value === "object" &&
  value !== null &&
  names.every((name) => isIndex(Object.getOwnPropertyDescriptor(value, name)?.value));

/** A rule for a head. */
export const headRule = c.rule("a head, { layer: 0, head: 1 }", (value): value is HeadAt =>
  has(value, "layer", "head"),
);

/** A rule for a neuron. */
export const neuronRule = c.rule("a neuron, { layer: 0, neuron: 3 }", (value): value is NeuronAt =>
  has(value, "layer", "neuron"),
);

/** A rule for a layer. */
export const layerRule = c.whole(undefined, { min: 0 });

/** A rule for a position: those below 0 count from the end. */
export const positionRule = c.whole();

/** Which of a model's stacks and attentions layers and heads belong to. */
export const stackRules = {
  /** Where the layers are in the names of sites: "encoder" or "decoder" in a translator. Default "blocks". */
  stack: c.text("blocks"),
  /** Which attention of a layer: "cross_attn" reads another sequence. Default "attn". */
  attention: c.oneOf(["attn", "cross_attn"], "attn"),
};

/** A checked call that finds layers in a model. */
export interface LayersCall extends c.Settings<typeof stackRules> {
  readonly what: string;
  readonly model: Module;
}

/** The name of a layer's site by its shorthand, "z" or "resid_pre". */
export function nameAt(where: c.Settings<typeof stackRules>, short: string, layer: number): string {
  const { stack, attention } = where;
  const name = getActName(short, layer, ofAttention.includes(short) ? attention : undefined);
  return name.replace(/^blocks(?=\.\d)/, () => stack);
}

/** The site that each layer has, in order. @throws ArgumentError where none has, and for the name of one layer's site. */
export function sitesOfLayers(call: LayersCall, short: string): string[] {
  const { what, model } = call;
  const all = siteNames(model);
  const sites: string[] = [];
  const next = (): string => nameAt(call, ofEachLayer(what, short), sites.length);
  while (all.has(next())) sites.push(next());
  if (sites.length === 0) throw unknownSite(what, "model", next(), [...all.keys()]);
  return sites;
}

/** The name of a layer's site. @throws IndexError for a layer beyond the last one. */
export function siteAt(call: LayersCall, short: string, layer: number): string {
  const sites = sitesOfLayers(call, short);
  checkIndex(call.what, "layer", layer, sites.length, "the model");
  return sites[layer]!;
}

/** The site of a layer's heads. @throws IndexError for a layer or a head that the model does not have. */
export function siteOfHead(call: LayersCall, short: string, { layer, head }: HeadAt): string {
  const site = siteAt(call, short, layer);
  checkIndex(call.what, "head", head, headsOf(call.model, site) ?? head + 1, `layer ${layer}`);
  return site;
}

/** The number of heads at a site of an attention; undefined if its module does not have it. */
export function headsOf(model: Module, site: string): number | undefined {
  const { module, name } = siteNames(model).get(site)!;
  const { numHeads, numKvHeads = numHeads } = module as { numHeads?: unknown; numKvHeads?: unknown };
  const count = /^hook_(rot_)?[kv]$/.test(name) ? numKvHeads : numHeads;
  return isIndex(count) ? count : undefined;
}

/** The axis of heads in a site's value. @throws ArgumentError for a site without heads. */
function headAxis(what: string, site: string): 1 | 2 {
  const axis = axesOf(site).head;
  if (axis !== undefined) return axis;
  throw new ArgumentError(
    `${what}: ${site} has no heads; those of an attention are in hook_q, k, v, attn_scores, pattern, z and result.`,
  );
}

/** The axes of a site's value. Axis 0 is the batch. */
interface Axes {
  readonly head?: 1 | 2;
  /** Positions; of a pattern, those of its queries. */
  readonly position: 1 | 2;
}

/** Which axes of a site's value are heads and positions: (b, heads, lq, lk), (b, n, heads, d) or (b, n, d). */
export function axesOf(site: string): Axes {
  const short = site.slice(site.lastIndexOf(".") + 1).replace("hook_", "");
  if (short === "pattern" || short === "attn_scores") return { head: 1, position: 2 };
  return ofAttention.includes(short) ? { head: 2, position: 1 } : { position: 1 };
}

/** The axis of a site's value that a table of patches calls so. @throws ArgumentError for an axis that the site does not have. */
export function axisAt(what: string, site: string, name: string): number {
  const { head, position } = axesOf(site);
  if (name === "head") return headAxis(what, site);
  if ((head === 1) === name.endsWith("_pos")) return name === "src_pos" ? 3 : position;
  throw new ArgumentError(
    `${what}: ${site} has no axis ${name}; a pattern has dest_pos and src_pos, other sites have pos.`,
  );
}

/** Where in the value of a site: everywhere, or at these heads, positions and elements of the last axis. */
export interface Region {
  readonly heads?: readonly number[] | undefined;
  /** Counted from the first token, also where a cache holds those before; below 0 from the last token of the call. */
  readonly positions?: readonly number[] | undefined;
  readonly units?: readonly number[] | undefined;
}

/**
 * x with another value in a region, which broadcasts to x; undefined where no position of the region is among those of x, as
 * when a text is generated a token at a time.
 *
 * @throws IndexError for a head or an element that x does not have.
 */
export function putAt(
  what: string,
  x: Tensor,
  value: Tensor | number,
  region: Region,
  point: HookPoint,
): Tensor | undefined {
  const mask = maskOf(what, x, region, point);
  return mask === null ? undefined : where(mask, typeof value === "number" ? value : value.to(x.dtype), x);
}

// True in the region, and of size 1 along the axes on which the region is not limited.
function maskOf(what: string, x: Tensor, region: Region, point: HookPoint): Tensor | null {
  const { heads, positions, units } = region;
  const chosen: (readonly number[] | undefined)[] = x.shape.map(() => undefined);
  if (heads) chosen[headAxis(what, point.name)] = heads;
  if (units) chosen[x.ndim - 1] = units;
  x.shape.forEach((size, axis) => {
    for (const i of chosen[axis] ?? []) checkIndex(what, heads ? "head" : "neuron", i, size, point.name);
  });
  if (positions) {
    const { position } = axesOf(point.name);
    const inCall = within(positions, x.size(position), point.offset);
    if (inCall.length === 0) return null;
    chosen[position] = inCall;
  }
  const shape = x.shape.map((size, axis) => (chosen[axis] ? size : 1));
  // The product of the axes' choices, in the order of elements.
  let inside: boolean[] = [true];
  shape.forEach((size, axis) => {
    const own = new Set(chosen[axis] ?? [0]);
    inside = inside.flatMap((before) => Array.from({ length: size }, (_, i) => before && own.has(i)));
  });
  return tensor(inside, { dtype: "bool", backend: x.backend }).reshape(shape);
}

/** The positions of a call's tokens, of which `offset` come before, counted from its first token. */
export function within(positions: readonly number[], length: number, offset: number): number[] {
  return positions
    .map((position) => (position < 0 ? position + length : position - offset))
    .filter((position) => position >= 0 && position < length);
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
