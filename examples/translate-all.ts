import { noGrad } from "@saccade/autograd";
import type { NmtTensors, Vocab } from "@saccade/datasets";
import type { DecoderResult, EncoderDecoder } from "@saccade/models";
import { cat, full, scope, type Tensor } from "@saccade/tensor";

/** Greedy translations of all rows of a batch, words joined by spaces. */
export function translateAll<S, E>(
  net: EncoderDecoder<S, E, DecoderResult<S>>,
  { X, XValidLen }: NmtTensors,
  vocab: Vocab,
  steps: number = X.size(1),
): string[] {
  const ids = noGrad(() =>
    scope(() => {
      let state = net.decoder.initState(net.encoder.forward(X, XValidLen), XValidLen);
      let word = full([X.size(0), 1], vocab.index("<bos>"), { dtype: "int32" });
      const words: Tensor[] = [];
      for (let step = 0; step < steps; step++) {
        const next = net.decoder.forward(word, state);
        state = next.state;
        word = next.output.argmax(-1); // (b, 1)
        words.push(word);
      }
      return cat(words, 1).toArray() as number[][];
    }),
  );
  const eos = vocab.index("<eos>");
  return ids.map((row) => {
    const end = row.indexOf(eos);
    return vocab.toTokens(end < 0 ? row : row.slice(0, end)).join(" ");
  });
}
