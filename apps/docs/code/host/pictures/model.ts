import { headAblations, logitDiff, runWithCache } from "@saccade/lens";
import { GPT } from "@saccade/models";
import {
  fitWidth,
  headGrid,
  layerHeatmap,
  tokenView,
} from "@saccade/plot/page";
import { stack, tensor } from "@saccade/tensor";

const gpt = new GPT({
  vocabSize: 9,
  maxLen: 8,
  dModel: 32,
  numLayers: 2,
  numHeads: 4,
}).eval();
const tokens = ["The", " cat", " sat"];
const ids = tensor([[3, 1, 4]], { dtype: "int32" });
const { cache } = runWithCache(gpt, ids);
const layers = gpt.blocks.map((_, i) =>
  cache.get("pattern", i).select(0, 0),
);
const patterns = stack(layers).toArray(4);
const effects = await headAblations(gpt, ids, logitDiff(7, 8));

const place = (id: string): HTMLElement => {
  const element = document.createElement("div");
  element.id = id;
  document.body.append(element);
  return element;
};
const [heads, view, ablations] = [
  place("heads"),
  place("view"),
  place("ablations"),
];
// Click a head, and its pattern is shown large.
const onChoose = (layer: number, head: number): void => {
  const pattern = patterns[layer]?.[head] ?? [];
  fitWidth(view, (width) => tokenView(pattern, { tokens, width }));
};
fitWidth(heads, (width) =>
  headGrid(patterns, { tokens, onChoose, width }),
);
fitWidth(ablations, (width) => layerHeatmap(effects, { width }));
