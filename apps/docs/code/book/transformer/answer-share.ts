import {
  TransformerDecoderLayer,
  TransformerEncoderLayer,
} from "@saccade/models";
import type { Module } from "@saccade/nn";

const d = 512;
const options = { dimFeedforward: 4 * d };
const encoder = new TransformerEncoderLayer(d, 8, options);
const decoder = new TransformerDecoderLayer(d, 8, options);

/** Parameters of modules, in units of d². */
const count = (...modules: Module[]): string =>
  (
    modules.reduce((sum, m) => sum + m.numParameters(), 0) /
    d ** 2
  ).toFixed(2);

console.log("           attention  feed-forward");
for (const [name, attention, network] of [
  ["encoder", [encoder.self_attn], encoder],
  ["decoder", [decoder.self_attn, decoder.multihead_attn], decoder],
] as const) {
  const rest = count(network.linear1, network.linear2);
  console.log(`${name}    ${count(...attention)} d²     ${rest} d²`);
}
