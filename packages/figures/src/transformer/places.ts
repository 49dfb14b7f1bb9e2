// The names of a Transformer's parts, of at most two layers a side: "e2.self" is the second encoder layer's self-attention.

/** The attentions, by side, layer and kind. */
export const attentions = ["e1.self", "e2.self", "d1.self", "d1.cross", "d2.self", "d2.cross"] as const;
export type AttentionName = (typeof attentions)[number];

export const encoderLayers = ["e1", "e2"] as const;
export const decoderLayers = ["d1", "d2"] as const;
const layers = [...encoderLayers, ...decoderLayers];
export type LayerName = (typeof layers)[number];

const insideEncoder = ["self", "norm1", "ff", "norm2"] as const;
const insideDecoder = ["self", "norm1", "cross", "norm2", "ff", "norm3"] as const;
/** The blocks before and after the layers that have a view. */
export const ends = ["src.embedding", "src.positions", "tgt.embedding", "tgt.positions", "out"] as const;
export type BlockKind = "embedding" | "positions" | "self" | "cross" | "norm" | "ff" | "output";
export type BlockName = `${LayerName}.${(typeof insideDecoder)[number]}` | (typeof ends)[number] | "softmax";

/** A layer, or a block. */
export type Part = LayerName | BlockName;
export const parts: readonly Part[] = [...layers, ...layers.flatMap(blocksOf), ...ends];

/** The blocks of a layer in the order of the computation. */
export function blocksOf(layer: LayerName): readonly BlockName[] {
  const kinds = layer.startsWith("e") ? insideEncoder : insideDecoder;
  return kinds.map((kind): BlockName => `${layer}.${kind}`);
}

export function isLayer(place: string): place is LayerName {
  return layers.some((layer) => layer === place);
}

export function isAttention(place: string): place is AttentionName {
  return attentions.some((name) => name === place);
}

export function kindOf(block: BlockName): BlockKind {
  if (block === "out" || block === "softmax") return "output";
  const kind = block.slice(block.indexOf(".") + 1).replace(/\d$/, ""); // norms are numbered
  return kind as BlockKind;
}

/** The layer that a block is in, or that it is; null for those at the ends. */
export function layerOf(place: string): LayerName | null {
  return layers.find((layer) => layer === place.slice(0, 2)) ?? null;
}

export type Side = "source" | "target";

/** Which sentence the queries and which the keys of an attention come from. */
export function sidesOf(name: AttentionName): { readonly queries: Side; readonly keys: Side } {
  const queries = name.startsWith("e") ? "source" : "target";
  return { queries, keys: name.endsWith("cross") ? "source" : queries };
}

/** Whether a query cannot attend to later keys. */
export function isCausal(name: AttentionName): boolean {
  return name === "d1.self" || name === "d2.self";
}
