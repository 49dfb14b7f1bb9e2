import { scope, stack, type Tensor } from "@saccade/tensor";
import * as c from "@saccade/tensor/contract";
import type { ActPatch } from "./act-patch.ts";
import { type PatchAxis, type PatchCall, patchArguments, patchRules, patchTable } from "./generic-patch.ts";

// Several of TransformerLens's tables in one call.

function every(what: string, tables: (what: string, call: PatchCall) => Tensor): ActPatch {
  const call = c.signature(what, patchArguments, patchRules, {
    example: `${what}(model, corruptedInput, cleanCache, metric)`,
  });
  return (...given: readonly unknown[]) => scope(() => tables(what, call(given)));
}

/**
 * Patches the residual stream, the attention and the feed-forward network of each layer, at each position: TransformerLens's
 * `get_act_patch_block_every`.
 *
 * @returns (3, layers, positions), of resid_pre, attn_out and mlp_out
 * @throws ArgumentError for a site that the model or the cache does not have; ShapeError for runs of different lengths.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const [clean, corrupted] = [tensor([[1, 2, 3]], { dtype: "int32" }), tensor([[1, 4, 3]], { dtype: "int32" })];
 * getActPatchBlockEvery(gpt, corrupted, runWithCache(gpt, clean).cache, logitDiff(5, 6)).shape // [3, 1, 3]
 */
export const getActPatchBlockEvery: ActPatch = /* @__PURE__ */ every("getActPatchBlockEvery", (what, call) =>
  stack(["resid_pre", "attn_out", "mlp_out"].map((name) => patchTable(what, call, name, ["layer", "pos"]))),
);

/**
 * Patches what each head reads, its queries, keys, values and pattern, at all positions: TransformerLens's
 * `get_act_patch_attn_head_all_pos_every`. Heads that share keys and values have the same numbers there.
 *
 * @returns (5, layers, heads), of z, q, k, v and pattern
 * @throws ArgumentError for a site that the model or the cache does not have; ShapeError for runs of different lengths.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const [clean, corrupted] = [tensor([[1, 2, 3]], { dtype: "int32" }), tensor([[1, 4, 3]], { dtype: "int32" })];
 * getActPatchAttnHeadAllPosEvery(gpt, corrupted, runWithCache(gpt, clean).cache, logitDiff(5, 6)).shape // [5, 1, 2]
 */
export const getActPatchAttnHeadAllPosEvery: ActPatch = /* @__PURE__ */ every(
  "getActPatchAttnHeadAllPosEvery",
  (what, call) => everyHead(what, call, ["layer", "head"], ["layer", "head"]),
);

/**
 * Patches what each head reads, its queries, keys, values and pattern, at each position, of a pattern the queries:
 * TransformerLens's `get_act_patch_attn_head_by_pos_every`.
 *
 * @returns (5, layers, positions, heads), of z, q, k, v and pattern
 * @throws ArgumentError for a site that the model or the cache does not have; ShapeError for runs of different lengths.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const [clean, corrupted] = [tensor([[1, 2, 3]], { dtype: "int32" }), tensor([[1, 4, 3]], { dtype: "int32" })];
 * getActPatchAttnHeadByPosEvery(gpt, corrupted, runWithCache(gpt, clean).cache, logitDiff(5, 6)).shape // [5, 1, 3, 2]
 */
export const getActPatchAttnHeadByPosEvery: ActPatch = /* @__PURE__ */ every(
  "getActPatchAttnHeadByPosEvery",
  (what, call) => everyHead(what, call, ["layer", "pos", "head"], ["layer", "dest_pos", "head"]),
);

function everyHead(
  what: string,
  call: PatchCall,
  axes: readonly PatchAxis[],
  ofPattern: readonly PatchAxis[],
): Tensor {
  const tables = ["z", "q", "k", "v"].map((name) => patchTable(what, call, name, axes));
  tables.push(patchTable(what, call, "pattern", ofPattern));
  const heads = tables[0]!.size(axes.length - 1);
  return stack(
    tables.map((table) => {
      const own = table.size(axes.length - 1);
      return own === heads ? table : table.repeatInterleave(heads / own, axes.length - 1);
    }),
  );
}
