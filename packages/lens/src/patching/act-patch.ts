import { scope, stack } from "@saccade/tensor";
import { type ActPatch, type PatchAxis, patchTable, readPatch } from "./generic-patch.ts";

type Table = readonly [site: string, ...axes: readonly PatchAxis[]];

const ofBlock = ["resid_pre", "attn_out", "mlp_out"].map((site): Table => [site, "layer", "pos"]);
const ofHead = ["z", "q", "k", "v"];

// TransformerLens's tables of patches, under its names: the site that is patched, and the axes. Several are stacked.
const tables = {
  getActPatchResidPre: [["resid_pre", "layer", "pos"]],
  getActPatchResidMid: [["resid_mid", "layer", "pos"]],
  getActPatchAttnOut: [["attn_out", "layer", "pos"]],
  getActPatchMlpOut: [["mlp_out", "layer", "pos"]],
  getActPatchAttnHeadOutByPos: [["z", "layer", "pos", "head"]],
  getActPatchAttnHeadOutAllPos: [["z", "layer", "head"]],
  getActPatchAttnHeadQByPos: [["q", "layer", "pos", "head"]],
  getActPatchAttnHeadQAllPos: [["q", "layer", "head"]],
  getActPatchAttnHeadKByPos: [["k", "layer", "pos", "head"]],
  getActPatchAttnHeadKAllPos: [["k", "layer", "head"]],
  getActPatchAttnHeadVByPos: [["v", "layer", "pos", "head"]],
  getActPatchAttnHeadVAllPos: [["v", "layer", "head"]],
  getActPatchAttnHeadPatternAllPos: [["pattern", "layer", "head"]],
  getActPatchAttnHeadPatternByPos: [["pattern", "layer", "head", "dest_pos"]],
  getActPatchAttnHeadPatternDestSrcPos: [["pattern", "layer", "head", "dest_pos", "src_pos"]],
  getActPatchBlockEvery: ofBlock,
  getActPatchAttnHeadAllPosEvery: [...ofHead, "pattern"].map((site): Table => [site, "layer", "head"]),
  getActPatchAttnHeadByPosEvery: [
    ...ofHead.map((site): Table => [site, "layer", "pos", "head"]),
    ["pattern", "layer", "dest_pos", "head"],
  ],
} as const satisfies Readonly<Record<string, readonly Table[]>>;

/* @__NO_SIDE_EFFECTS__ */
function table(what: keyof typeof tables): ActPatch {
  const read = readPatch(what);
  return (...given: readonly unknown[]) => {
    const call = read(given);
    const all: readonly Table[] = tables[what];
    return scope(() => {
      const [first, ...more] = all.map(([site, ...axes]) => patchTable(call, site, axes));
      if (more.length === 0) return first!;
      // Heads that share keys and values have the same numbers there.
      const last = all[0]!.length - 2;
      const each = more.map((x) => x.repeatInterleave(first!.size(last) / x.size(last), last));
      return stack([first!, ...each]);
    });
  };
}

/**
 * Patches the residual stream before a layer, at a position; see `genericActivationPatch` for the arguments. TransformerLens's
 * `get_act_patch_resid_pre`.
 *
 * @returns (layers, positions)
 * @throws ArgumentError for a site that the model or the cache does not have; ShapeError for runs of different lengths.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const [clean, corrupted] = [tensor([[1, 2, 3]], { dtype: "int32" }), tensor([[1, 4, 3]], { dtype: "int32" })];
 * getActPatchResidPre(gpt, corrupted, runWithCache(gpt, clean).cache, logitDiff(5, 6)).shape // [1, 3]
 */
export const getActPatchResidPre: ActPatch = /* @__PURE__ */ table("getActPatchResidPre");

/**
 * Patches the residual stream between a layer's attention and its feed-forward network, at a position; see
 * `genericActivationPatch` for the arguments. TransformerLens's `get_act_patch_resid_mid`.
 *
 * @returns (layers, positions)
 * @throws ArgumentError for a site that the model or the cache does not have; ShapeError for runs of different lengths.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const [clean, corrupted] = [tensor([[1, 2, 3]], { dtype: "int32" }), tensor([[1, 4, 3]], { dtype: "int32" })];
 * getActPatchResidMid(gpt, corrupted, runWithCache(gpt, clean).cache, logitDiff(5, 6)).shape // [1, 3]
 */
export const getActPatchResidMid: ActPatch = /* @__PURE__ */ table("getActPatchResidMid");

/**
 * Patches the output of a layer's attention, at a position; see `genericActivationPatch` for the arguments. TransformerLens's
 * `get_act_patch_attn_out`.
 *
 * @returns (layers, positions)
 * @throws ArgumentError for a site that the model or the cache does not have; ShapeError for runs of different lengths.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const [clean, corrupted] = [tensor([[1, 2, 3]], { dtype: "int32" }), tensor([[1, 4, 3]], { dtype: "int32" })];
 * getActPatchAttnOut(gpt, corrupted, runWithCache(gpt, clean).cache, logitDiff(5, 6)).shape // [1, 3]
 */
export const getActPatchAttnOut: ActPatch = /* @__PURE__ */ table("getActPatchAttnOut");

/**
 * Patches the output of a layer's feed-forward network, at a position; see `genericActivationPatch` for the arguments.
 * TransformerLens's `get_act_patch_mlp_out`.
 *
 * @returns (layers, positions)
 * @throws ArgumentError for a site that the model or the cache does not have; ShapeError for runs of different lengths.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const [clean, corrupted] = [tensor([[1, 2, 3]], { dtype: "int32" }), tensor([[1, 4, 3]], { dtype: "int32" })];
 * getActPatchMlpOut(gpt, corrupted, runWithCache(gpt, clean).cache, logitDiff(5, 6)).shape // [1, 3]
 */
export const getActPatchMlpOut: ActPatch = /* @__PURE__ */ table("getActPatchMlpOut");

/**
 * Patches a head's output (`hook_z`), at a position; see `genericActivationPatch` for the arguments. TransformerLens's
 * `get_act_patch_attn_head_out_by_pos`.
 *
 * @returns (layers, positions, heads)
 * @throws ArgumentError for a site that the model or the cache does not have; ShapeError for runs of different lengths.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const [clean, corrupted] = [tensor([[1, 2, 3]], { dtype: "int32" }), tensor([[1, 4, 3]], { dtype: "int32" })];
 * getActPatchAttnHeadOutByPos(gpt, corrupted, runWithCache(gpt, clean).cache, logitDiff(5, 6)).shape // [1, 3, 2]
 */
export const getActPatchAttnHeadOutByPos: ActPatch = /* @__PURE__ */ table("getActPatchAttnHeadOutByPos");

/**
 * Patches a head's output (`hook_z`), at all positions; see `genericActivationPatch` for the arguments. TransformerLens's
 * `get_act_patch_attn_head_out_all_pos`.
 *
 * @returns (layers, heads)
 * @throws ArgumentError for a site that the model or the cache does not have; ShapeError for runs of different lengths.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const [clean, corrupted] = [tensor([[1, 2, 3]], { dtype: "int32" }), tensor([[1, 4, 3]], { dtype: "int32" })];
 * getActPatchAttnHeadOutAllPos(gpt, corrupted, runWithCache(gpt, clean).cache, logitDiff(5, 6)).shape // [1, 2]
 */
export const getActPatchAttnHeadOutAllPos: ActPatch = /* @__PURE__ */ table("getActPatchAttnHeadOutAllPos");

/**
 * Patches the queries of a head, at a position; see `genericActivationPatch` for the arguments. TransformerLens's
 * `get_act_patch_attn_head_q_by_pos`.
 *
 * @returns (layers, positions, heads)
 * @throws ArgumentError for a site that the model or the cache does not have; ShapeError for runs of different lengths.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const [clean, corrupted] = [tensor([[1, 2, 3]], { dtype: "int32" }), tensor([[1, 4, 3]], { dtype: "int32" })];
 * getActPatchAttnHeadQByPos(gpt, corrupted, runWithCache(gpt, clean).cache, logitDiff(5, 6)).shape // [1, 3, 2]
 */
export const getActPatchAttnHeadQByPos: ActPatch = /* @__PURE__ */ table("getActPatchAttnHeadQByPos");

/**
 * Patches the queries of a head, at all positions; see `genericActivationPatch` for the arguments. TransformerLens's
 * `get_act_patch_attn_head_q_all_pos`.
 *
 * @returns (layers, heads)
 * @throws ArgumentError for a site that the model or the cache does not have; ShapeError for runs of different lengths.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const [clean, corrupted] = [tensor([[1, 2, 3]], { dtype: "int32" }), tensor([[1, 4, 3]], { dtype: "int32" })];
 * getActPatchAttnHeadQAllPos(gpt, corrupted, runWithCache(gpt, clean).cache, logitDiff(5, 6)).shape // [1, 2]
 */
export const getActPatchAttnHeadQAllPos: ActPatch = /* @__PURE__ */ table("getActPatchAttnHeadQAllPos");

/**
 * Patches the keys of a head, at a position; see `genericActivationPatch` for the arguments. TransformerLens's
 * `get_act_patch_attn_head_k_by_pos`. Heads that share keys and values count once.
 *
 * @returns (layers, positions, heads)
 * @throws ArgumentError for a site that the model or the cache does not have; ShapeError for runs of different lengths.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const [clean, corrupted] = [tensor([[1, 2, 3]], { dtype: "int32" }), tensor([[1, 4, 3]], { dtype: "int32" })];
 * getActPatchAttnHeadKByPos(gpt, corrupted, runWithCache(gpt, clean).cache, logitDiff(5, 6)).shape // [1, 3, 2]
 */
export const getActPatchAttnHeadKByPos: ActPatch = /* @__PURE__ */ table("getActPatchAttnHeadKByPos");

/**
 * Patches the keys of a head, at all positions; see `genericActivationPatch` for the arguments. TransformerLens's
 * `get_act_patch_attn_head_k_all_pos`. Heads that share keys and values count once.
 *
 * @returns (layers, heads)
 * @throws ArgumentError for a site that the model or the cache does not have; ShapeError for runs of different lengths.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const [clean, corrupted] = [tensor([[1, 2, 3]], { dtype: "int32" }), tensor([[1, 4, 3]], { dtype: "int32" })];
 * getActPatchAttnHeadKAllPos(gpt, corrupted, runWithCache(gpt, clean).cache, logitDiff(5, 6)).shape // [1, 2]
 */
export const getActPatchAttnHeadKAllPos: ActPatch = /* @__PURE__ */ table("getActPatchAttnHeadKAllPos");

/**
 * Patches the values of a head, at a position; see `genericActivationPatch` for the arguments. TransformerLens's
 * `get_act_patch_attn_head_v_by_pos`. Heads that share keys and values count once.
 *
 * @returns (layers, positions, heads)
 * @throws ArgumentError for a site that the model or the cache does not have; ShapeError for runs of different lengths.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const [clean, corrupted] = [tensor([[1, 2, 3]], { dtype: "int32" }), tensor([[1, 4, 3]], { dtype: "int32" })];
 * getActPatchAttnHeadVByPos(gpt, corrupted, runWithCache(gpt, clean).cache, logitDiff(5, 6)).shape // [1, 3, 2]
 */
export const getActPatchAttnHeadVByPos: ActPatch = /* @__PURE__ */ table("getActPatchAttnHeadVByPos");

/**
 * Patches the values of a head, at all positions; see `genericActivationPatch` for the arguments. TransformerLens's
 * `get_act_patch_attn_head_v_all_pos`. Heads that share keys and values count once.
 *
 * @returns (layers, heads)
 * @throws ArgumentError for a site that the model or the cache does not have; ShapeError for runs of different lengths.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const [clean, corrupted] = [tensor([[1, 2, 3]], { dtype: "int32" }), tensor([[1, 4, 3]], { dtype: "int32" })];
 * getActPatchAttnHeadVAllPos(gpt, corrupted, runWithCache(gpt, clean).cache, logitDiff(5, 6)).shape // [1, 2]
 */
export const getActPatchAttnHeadVAllPos: ActPatch = /* @__PURE__ */ table("getActPatchAttnHeadVAllPos");

/**
 * Patches the pattern of a head; see `genericActivationPatch` for the arguments. TransformerLens's
 * `get_act_patch_attn_head_pattern_all_pos`.
 *
 * @returns (layers, heads)
 * @throws ArgumentError for a site that the model or the cache does not have; ShapeError for runs of different lengths.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const [clean, corrupted] = [tensor([[1, 2, 3]], { dtype: "int32" }), tensor([[1, 4, 3]], { dtype: "int32" })];
 * getActPatchAttnHeadPatternAllPos(gpt, corrupted, runWithCache(gpt, clean).cache, logitDiff(5, 6)).shape // [1, 2]
 */
export const getActPatchAttnHeadPatternAllPos: ActPatch = /* @__PURE__ */ table(
  "getActPatchAttnHeadPatternAllPos",
);

/**
 * Patches the pattern of a head, of the query at a position; see `genericActivationPatch` for the arguments. TransformerLens's
 * `get_act_patch_attn_head_pattern_by_pos`.
 *
 * @returns (layers, heads, queries)
 * @throws ArgumentError for a site that the model or the cache does not have; ShapeError for runs of different lengths.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const [clean, corrupted] = [tensor([[1, 2, 3]], { dtype: "int32" }), tensor([[1, 4, 3]], { dtype: "int32" })];
 * getActPatchAttnHeadPatternByPos(gpt, corrupted, runWithCache(gpt, clean).cache, logitDiff(5, 6)).shape // [1, 2, 3]
 */
export const getActPatchAttnHeadPatternByPos: ActPatch = /* @__PURE__ */ table(
  "getActPatchAttnHeadPatternByPos",
);

/**
 * Patches one weight of a head's pattern; see `genericActivationPatch` for the arguments. TransformerLens's
 * `get_act_patch_attn_head_pattern_dest_src_pos`.
 *
 * @returns (layers, heads, queries, keys)
 * @throws ArgumentError for a site that the model or the cache does not have; ShapeError for runs of different lengths.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * const [clean, corrupted] = [tensor([[1, 2, 3]], { dtype: "int32" }), tensor([[1, 4, 3]], { dtype: "int32" })];
 * getActPatchAttnHeadPatternDestSrcPos(gpt, corrupted, runWithCache(gpt, clean).cache, logitDiff(5, 6)).shape // [1, 2, 3, 3]
 */
export const getActPatchAttnHeadPatternDestSrcPos: ActPatch = /* @__PURE__ */ table(
  "getActPatchAttnHeadPatternDestSrcPos",
);

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
export const getActPatchBlockEvery: ActPatch = /* @__PURE__ */ table("getActPatchBlockEvery");

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
export const getActPatchAttnHeadAllPosEvery: ActPatch = /* @__PURE__ */ table(
  "getActPatchAttnHeadAllPosEvery",
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
export const getActPatchAttnHeadByPosEvery: ActPatch = /* @__PURE__ */ table("getActPatchAttnHeadByPosEvery");
