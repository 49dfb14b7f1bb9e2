import { fill } from "@saccade/figures/messages";
import { type BlockName, isLayer, kindOf, layerOf, type Part } from "@saccade/figures/transformer-places";
import type { Positioning } from "./calls.ts";
import type { Texts } from "./messages/index.ts";
import type { Place } from "./settings.ts";

/** Names of blocks. */
export function blockName(t: Texts, block: BlockName): string {
  const kind = kindOf(block);
  return kind === "self" && block.startsWith("d") ? t.masked : t.blocks[kind].name;
}

/** A description of a block, with positions or without. */
export function blockText(t: Texts, block: BlockName, positions: Positioning): string {
  const kind = kindOf(block);
  if (kind === "positions" && positions !== "on") return t.positionsNone;
  if (block === "tgt.positions") return t.positionsOfDecoder;
  return kind === "self" && block.startsWith("d") ? t.maskedText : t.blocks[kind].text;
}

/** A layer's name, such as "Encoder layer 1": layers and heads count from 0, as in the book, but from 1 in the address. */
export function layerName(t: Texts, layer: string): string {
  return fill(t.layer, { side: layer.startsWith("e") ? "e" : "d", number: Number(layer[1]) - 1 });
}

/** A block with its layer, such as "Encoder layer 1: self-attention". */
export function fullName(t: Texts, block: BlockName): string {
  const layer = layerOf(block);
  const name = blockName(t, block);
  return layer === null ? name : fill(t.inLayer, { layer: layerName(t, layer), block: name });
}

/** A part's whole name. */
export function placeName(t: Texts, place: Part): string {
  return isLayer(place) ? layerName(t, place) : fullName(t, place);
}

export function isBlock(place: Place): place is BlockName {
  return place === "out" || place.includes(".");
}

/** A weight as a percentage, which no line breaks. */
export function share(weight: number): string {
  const percent = 100 * weight;
  return `${percent >= 9.95 ? percent.toFixed(0) : percent.toFixed(1)}\u00a0%`;
}
