import { TransformerEncoderLayer } from "@saccade/models";
import type { Module } from "@saccade/nn";

const layer = new TransformerEncoderLayer(512, 8, { dimFeedforward: 2048 });
const count = (...modules: Module[]): number =>
  modules
    .flatMap((m) => m.parameters())
    .reduce((sum, { shape }) => sum + shape.reduce((a, b) => a * b, 1), 0);
const all = count(layer);
console.log("parameters:  ", all);
console.log("attention:   ", (count(layer.self_attn) / all).toFixed(2));
console.log("feed-forward:", (count(layer.linear1, layer.linear2) / all).toFixed(2));
