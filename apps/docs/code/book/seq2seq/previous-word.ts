import {
  EncoderDecoder,
  Seq2SeqAttentionDecoder,
  Seq2SeqEncoder,
} from "@saccade/models";
import { manualSeed, tensor } from "@saccade/tensor";

manualSeed(1);
const encoder = new Seq2SeqEncoder(10, 8, 16, 2);
const decoder = new Seq2SeqAttentionDecoder(10, 8, 16, 2);
const net = new EncoderDecoder(encoder, decoder).eval();
// Larger weights than the initial ones, so that the steps differ
// visibly.
const larger = Object.entries(net.stateDict()).map(([name, x]) => [
  name,
  x.mul(4),
]);
net.loadStateDict(Object.fromEntries(larger));
const encoded = encoder.forward(
  tensor([[4, 5, 6, 7]], { dtype: "int32" }),
);
const state = decoder.initState(encoded);
const show = (x: unknown): string =>
  (x as number[]).map((y) => y.toFixed(4)).join("  ");

for (const previous of [2, 9]) {
  // (b, n) = (1, 2)
  const ids = tensor([[previous, previous]], { dtype: "int32" });
  const { weights } = decoder.forward(ids, state); // (2, 1, 1, 4)
  for (const t of [0, 1])
    console.log(
      `word ${previous} fed, weights at step ${t + 1}: ` +
        `${show(weights.select(0, t).flatten().toArray())}`,
    );
}
// (b, 1, h): the encoder's last state, top layer
const query = encoded.state.select(0, 1).unsqueeze(1);
const { weights } = decoder.attention.forward(
  query,
  state.encOutputs,
  state.encOutputs,
);
console.log(
  "by hand, from the encoder's last state: " +
    `${show(weights.flatten().toArray())}`,
);
