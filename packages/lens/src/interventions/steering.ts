import type { Module } from "@saccade/nn";
import { ArgumentError, IndexError, ShapeError, scope, Tensor, tensor } from "@saccade/tensor";
import { formatShape, sameShape } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { hookNames, namesThat, upTo } from "../names.ts";
import { declare, inputRule, modelRule } from "../run/calls.ts";
import { callModel, type Hook, type HookList, type Input } from "../run/listen.ts";
import { runWithCache } from "../run/run.ts";
import { axesOf, positionRule, putAt, within } from "./places.ts";

const steered = declare('steeringVector(model, love, hate, { site: "blocks.6.hook_resid_pre" })', {
  given: { model: modelRule, positive: inputRule, negative: inputRule },
  options: {
    /** The name of the site, such as "blocks.6.hook_resid_pre". */
    site: c.required(c.text()),
    /** The position whose values are compared, below 0 from the end; null for all positions. Default −1, the last one. */
    position: c.nullable(positionRule, -1),
  },
  renamed: { layer: 'write site: getActName("resid_pre", layer)', name: "write site" },
});

/** Options of {@link steeringVector}. */
export interface SteeringVectorOptions extends c.OptionsOf<typeof steered> {}

/**
 * The difference of two runs at a site, mean(positive) − mean(negative) over their batches: a direction to add with `addVector`
 * (Turner et al. 2023; Rimsky et al. 2024, with pairs of a batch).
 *
 * @param positive the model's input, as `runWithCache` takes it
 * @returns (d) of a residual stream; (n, d) for all positions
 * @throws ArgumentError for a site that the model does not have; IndexError for a position that a run does not have; ShapeError
 * where all positions are compared and the runs have different lengths.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const [yes, no] = [tensor([[1, 2]], { dtype: "int32" }), tensor([[3]], { dtype: "int32" })];
 * steeringVector(gpt, yes, no, { site: "blocks.0.hook_resid_pre" }).shape // [8]
 */
export function steeringVector(
  model: Module,
  positive: Input,
  negative: Input,
  given: SteeringVectorOptions,
): Tensor {
  const { what, position, ...call } = steered([model, positive, negative, given]);
  const site = vectorSite(what, model, call.site);
  const at = (input: Input): Tensor => {
    const { cache } = runWithCache(model, () => callModel(model, input), { names: site });
    const x = cache.get(site).mean(0);
    if (position === null) return x;
    const [only] = within([position], x.size(0), 0);
    if (only !== undefined) return x.select(0, only);
    throw new IndexError(`${what}: position ${position} does not exist; the run has ${x.size(0)}.`);
  };
  return scope(() => {
    const [more, less] = [at(positive), at(negative)];
    if (sameShape(more.shape, less.shape)) return more.sub(less);
    throw new ShapeError(
      `${what}: ${site} has the shapes ${formatShape(more.shape)} and ${formatShape(less.shape)}; give inputs of one ` +
        "length, or a position.",
    );
  });
}

/** @throws ArgumentError for a site that the model does not have, and one without vectors. */
function vectorSite(what: string, model: Module, site: string): string {
  namesThat(what, "site", site, hookNames(model));
  if (axesOf(site).head !== 1) return site;
  throw new ArgumentError(
    `${what}: ${site} has weights between positions, and no vectors; take another site.`,
  );
}

const added = declare('addVector(model, "blocks.6.hook_resid_pre", vector, { scale: 2 })', {
  given: {
    model: modelRule,
    site: c.required(c.text()),
    vector: c.required(c.instanceOf("a tensor", Tensor)),
  },
  options: {
    /** The factor of the vector. Default 1. */
    scale: c.number(1),
    /**
     * The positions that it is added at, those below 0 counted from the end. Default all; for a vector for each of k positions
     * the first k.
     */
    positions: c.listOf(positionRule),
  },
  renamed: { coeff: "write scale", alpha: "write scale", position: "write positions: [position]" },
});

/** Options of {@link addVector}. */
export interface AddVectorOptions extends c.OptionsOf<typeof added> {}

/**
 * Hooks that add scale · vector at a site: x + scale · v at the given positions (Turner et al. 2023).
 *
 * @param vector (d) for a residual stream, as `steeringVector` returns it; or (k, d), one for each position
 * @returns hooks for `runWithHooks`, `runWithCache` and `addHooks`
 * @throws ArgumentError for a site that the model does not have or that has no vectors, and for other than k positions; ShapeError
 * for another width, when the model runs.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const hooks = addVector(gpt, "blocks.0.hook_resid_pre", ones([8]), { scale: 2, positions: [-1] });
 * runWithHooks(gpt, tensor([[1, 2, 3]], { dtype: "int32" }), { hooks }).shape // [1, 3, 9]
 */
export function addVector(model: Module, site: string, vector: Tensor, given?: AddVectorOptions): HookList {
  const { what, scale, positions } = added([model, site, vector, given]);
  const hook: Hook = (x, point) =>
    scope(() => {
      const [n, shape] = [x.size(1), x.shape.slice(2)]; // of one position
      const one = vector.mul(scale).to(x.dtype);
      if (sameShape(one.shape, shape)) return putAt(what, x, x.add(one), { positions }, point);
      if (!sameShape(one.shape.slice(1), shape))
        throw new ShapeError(
          `${what}: ${site} has vectors of the shape ${formatShape(shape)}, and the vector is ${vector.describe()}.`,
        );
      const k = one.size(0);
      const at = positions ?? upTo(k);
      if (at.length !== k)
        throw new ArgumentError(`${what}: the vector is for ${k} positions, and positions has ${at.length}.`);
      const places = at.map((position) => within([position], n, point.offset)[0]);
      if (places.every((place) => place === undefined)) return undefined;
      // (n, k) @ (k, …) has the vectors at their places among those of the call.
      const rows = upTo(n).map((i) => places.map((place) => Number(place === i)));
      const spread = tensor(rows, { backend: x.backend, dtype: x.dtype }).matmul(one.reshape([k, -1]));
      return x.add(spread.reshape([n, ...shape]));
    });
  return [[vectorSite(what, model, site), hook]];
}
