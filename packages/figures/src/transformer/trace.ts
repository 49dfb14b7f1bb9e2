import type { MultiheadAttention } from "@saccade/attention";
import { splitHeads } from "@saccade/attention/definitions";
import type { Transformer } from "@saccade/models";
import { linear, site } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import { type AttentionName, type BlockName, decoderLayers, encoderLayers, isCausal } from "./places.ts";

const normalized = "hook_normalized_resid_post";

/** The tensors inside an attention, (1, heads, …). */
export interface Attended {
  readonly q: Tensor; // (1, h, queries, d / h)
  readonly k: Tensor; // (1, h, keys, d / h)
  readonly v: Tensor;
  readonly weights: Tensor; // (1, h, queries, keys)
}

/** All tensors on the way from two sentences to the scores of the next words. */
export interface Trace {
  /** The output of each block, (1, n, d); of the last two, (1, m, words). */
  readonly blocks: Partial<Record<BlockName, Tensor>>;
  readonly attentions: Partial<Record<AttentionName, Attended>>;
}

/**
 * Runs a Transformer of one or two layers a side, sublayers normalized after their sum, and keeps every tensor. Hooks at the
 * sites of attentions, and at the input and output of layers, run as in the model itself.
 *
 * @param source (1, n) int32
 * @param input (1, m) int32
 */
export function traceOf({ encoder, decoder }: Transformer, source: Tensor, input: Tensor): Trace {
  const blocks: Partial<Record<BlockName, Tensor>> = {};
  const attentions: Partial<Record<AttentionName, Attended>> = {};
  const keep = (name: BlockName, x: Tensor): Tensor => {
    blocks[name] = x;
    return x;
  };
  const embed = (
    side: "src" | "tgt",
    { embedding, positions }: typeof encoder | typeof decoder,
    ids: Tensor,
  ) => {
    const embedded = keep(`${side}.embedding`, embedding.forward(ids).mul(Math.sqrt(embedding.embeddingDim)));
    return keep(`${side}.positions`, positions?.forward(embedded) ?? embedded);
  };
  const attend = (name: AttentionName, attention: MultiheadAttention, x: Tensor, memory: Tensor): Tensor => {
    const options = { causal: isCausal(name), averageAttnWeights: false };
    const { output, weights } = attention.forward(x, memory, memory, options);
    attentions[name] = { ...projected(attention, x, memory), weights };
    return keep(name, output);
  };

  let x = embed("src", encoder, source); // (1, n, d)
  for (const [i, layer] of encoder.stack.layers.entries()) {
    const at = encoderLayers[i]!;
    x = site(layer, "hook_resid_pre", x);
    const mixed = keep(
      `${at}.norm1`,
      layer.norm1.forward(x.add(attend(`${at}.self`, layer.self_attn, x, x))),
    );
    const output = layer.norm2.forward(mixed.add(keep(`${at}.ff`, feed(layer, mixed))));
    x = keep(`${at}.norm2`, site(layer, normalized, output));
  }
  let y = embed("tgt", decoder, input); // (1, m, d)
  for (const [i, layer] of decoder.stack.layers.entries()) {
    const at = decoderLayers[i]!;
    y = site(layer, "hook_resid_pre", y);
    const own = keep(`${at}.norm1`, layer.norm1.forward(y.add(attend(`${at}.self`, layer.self_attn, y, y))));
    const crossed = attend(`${at}.cross`, layer.multihead_attn, own, x);
    const mixed = keep(`${at}.norm2`, layer.norm2.forward(own.add(crossed)));
    const output = layer.norm3.forward(mixed.add(keep(`${at}.ff`, feed(layer, mixed))));
    y = keep(`${at}.norm3`, site(layer, normalized, output));
  }
  const scores = keep("out", linear(y, decoder.embedding.weight)); // the table is tied
  keep("softmax", scores.softmax(-1));
  return { blocks, attentions };
}

type Layer = Transformer["encoder"]["stack"]["layers"][number];

function feed({ linear1, linear2 }: Pick<Layer, "linear1" | "linear2">, x: Tensor): Tensor {
  return linear2.forward(linear1.forward(x).relu());
}

/** Queries, keys and values of all heads, as the attention makes them of its inputs. */
function projected(attention: MultiheadAttention, x: Tensor, memory: Tensor): Omit<Attended, "weights"> {
  const { in_proj_weight, in_proj_bias, embedDim: d, numHeads } = attention;
  if (in_proj_weight === null) throw new Error("The attention has three projections instead of one.");
  const part = (from: Tensor, i: number): Tensor =>
    splitHeads(linear(from, in_proj_weight.narrow(0, i * d, d), in_proj_bias?.narrow(0, i * d, d)), numHeads);
  return { q: part(x, 0), k: part(memory, 1), v: part(memory, 2) };
}
