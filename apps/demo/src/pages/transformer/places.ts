/** The attentions, by side, layer and kind. */
export const attentions = ["e1.self", "e2.self", "d1.self", "d1.cross", "d2.self", "d2.cross"] as const;
export type AttentionName = (typeof attentions)[number];

export type LayerName = "e1" | "e2" | "d1" | "d2";
export const encoderLayers: readonly LayerName[] = ["e1", "e2"];
export const decoderLayers: readonly LayerName[] = ["d1", "d2"];

const insideEncoder = ["self", "norm1", "ff", "norm2"] as const;
const insideDecoder = ["self", "norm1", "cross", "norm2", "ff", "norm3"] as const;
export type BlockKind =
  | (typeof insideEncoder)[number]
  | (typeof insideDecoder)[number]
  | "embedding"
  | "positions"
  | "output";

/** The parts that have a view: the whole, a layer, or a block, as it stands in the address. */
export type Place = "all" | LayerName | BlockName;
export type BlockName = `${LayerName}.${BlockKind}` | `${"src" | "tgt"}.${"embedding" | "positions"}` | "out";

/** The blocks of a layer in the order of the computation. */
export function blocksOf(layer: LayerName): readonly BlockName[] {
  const kinds = layer.startsWith("e") ? insideEncoder : insideDecoder;
  return kinds.map((kind): BlockName => `${layer}.${kind}`);
}

export const ends = ["src.embedding", "src.positions", "tgt.embedding", "tgt.positions", "out"] as const;

export const places: readonly Place[] = [
  "all",
  ...encoderLayers,
  ...decoderLayers,
  ...[...encoderLayers, ...decoderLayers].flatMap(blocksOf),
  ...ends,
];

export function isLayer(place: Place): place is LayerName {
  return [...encoderLayers, ...decoderLayers].some((layer) => layer === place);
}

export function isAttention(place: Place): place is AttentionName {
  return attentions.some((name) => name === place);
}

export function kindOf(block: BlockName): BlockKind {
  if (block === "out") return "output";
  return block.slice(block.indexOf(".") + 1) as BlockKind;
}

/** The layer that a block is in; null for those at the ends. */
export function layerOf(place: Place): LayerName | null {
  const name = place.slice(0, 2);
  return [...encoderLayers, ...decoderLayers].find((layer) => layer === name) ?? null;
}

/** Which sentence the queries and which the keys of an attention come from. */
export function sidesOf(name: AttentionName): { readonly queries: Side; readonly keys: Side } {
  const queries = name.startsWith("e") ? "source" : "target";
  return { queries, keys: name.endsWith("cross") ? "source" : queries };
}
export type Side = "source" | "target";

/** Whether a query may not attend to keys behind it. */
export function isCausal(name: AttentionName): boolean {
  return name.startsWith("d") && name.endsWith("self");
}
