import {
  EncoderDecoder,
  Seq2SeqAttentionDecoder,
  Seq2SeqEncoder,
} from "@saccade/models";
import { arange, tensor } from "@saccade/tensor";

// words, width of an embedding, h, layers
const encoder = new Seq2SeqEncoder(10, 8, 16, 2);
const decoder = new Seq2SeqAttentionDecoder(10, 8, 16, 2);
const net = new EncoderDecoder(encoder, decoder).eval();
// The same numbers in both languages: every parameter holds the sines
// of 0, 1, 2, ….
const same = Object.entries(net.stateDict()).map(
  ([name, { shape, numel }]) => [
    name,
    arange(numel).sin().reshape(shape),
  ],
);
net.loadStateDict(Object.fromEntries(same));

// (b, m) = (1, 5)
const source = tensor([[4, 5, 6, 7, 3]], { dtype: "int32" });
// (b, n) = (1, 3): <bos> and two words
const target = tensor([[2, 8, 9]], { dtype: "int32" });
const encoded = encoder.forward(source);
console.log(
  "encoder's output:",
  encoded.output.shape.join(" × "),
  "last states:",
  encoded.state.shape.join(" × "),
);

const { output, weights } = decoder.forward(
  target,
  decoder.initState(encoded),
);
console.log(
  "scores of words: ",
  output.shape.join(" × "),
  "weights:",
  weights.shape.join(" × "),
);
const show = (x: unknown): string =>
  (x as number[]).map((y) => y.toFixed(4)).join("  ");
for (const t of [0, 1, 2])
  console.log(
    `weights, step ${t + 1}: ` +
      `${show(weights.select(0, t).flatten().toArray())}`,
  );
console.log(
  "first scores:    ",
  show(output.select(1, 2).flatten().narrow(0, 0, 4).toArray()),
);
