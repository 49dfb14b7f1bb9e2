import { loadDataNmt } from "@saccade/datasets";
import {
  bleu,
  EncoderDecoder,
  predictSeq2Seq,
  Seq2SeqAttentionDecoder,
  Seq2SeqEncoder,
  trainSeq2Seq,
} from "@saccade/models";
import { sparkline, terminalHeatmap } from "@saccade/plot";
import { zeros } from "@saccade/tensor";
import { check, claim, heading, mended, say } from "../claim.ts";

export function decoderShapes(): void {
  heading("004 · Seq2SeqAttentionDecoder: the shapes");
  const [batch, steps] = [4, 7];
  const [vocabSize, embedSize, numHiddens, numLayers] = [10, 8, 16, 2];
  const encoder = new Seq2SeqEncoder(vocabSize, embedSize, numHiddens, numLayers).eval();
  const decoder = new Seq2SeqAttentionDecoder(vocabSize, embedSize, numHiddens, numLayers).eval();
  const x = zeros([batch, steps], { dtype: "int32" });

  const encoded = encoder.forward(x);
  claim("encoder, states of all steps", encoded.output.shape, [steps, batch, numHiddens]);
  const { output, state, weights } = decoder.forward(x, decoder.initState(encoded));
  claim("output.shape", output.shape, [batch, steps, vocabSize]);
  // The document's state is a list of three: the encoder's states, the decoder's, the valid lengths (here none).
  // Ours has names, and keeps the projected keys as well, so that a sentence's are made once and not each step.
  const listed = [state.encOutputs, state.hidden, state.encValidLens];
  claim("len(state)", [listed.length], [3]);
  claim("state[0].shape", state.encOutputs.shape, [batch, steps, numHiddens]);
  claim("len(state[1]), the layers,", [state.hidden.size(0)], [numLayers]);
  claim("state[1][0].shape", state.hidden.select(0, 0).shape, [batch, numHiddens]);
  claim("attention_weights, stacked,", weights.shape, [steps, batch, 1, steps]);
  mended("The query is the top layer's hidden state before the step, not the previous prediction.");
}

/** The last cell: with `full` as the document has it, else on 60 pairs and for 2 epochs. */
export function trainTranslator(full: boolean): void {
  heading(`004 · training the translator${full ? "" : ", a short version (--full is the document's)"}`);
  const [embedSize, numHiddens, numLayers, dropout] = [32, 32, 2, 0.1];
  const [batchSize, numSteps, lr] = [64, 10, 0.005];
  const [numExamples, numEpochs] = full ? [600, 250] : [59, 2];

  const data = loadDataNmt({ batchSize, numSteps, numExamples });
  const { batches, srcVocab, tgtVocab, arrays } = data;
  say(`${arrays.X.size(0)} pairs, ${srcVocab.length} English and ${tgtVocab.length} French words`);
  mended(`num_examples=${numExamples} reads ${numExamples + 1} lines, in d2l as here.`);
  const encoder = new Seq2SeqEncoder(srcVocab.length, embedSize, numHiddens, numLayers, { dropout });
  const decoder = new Seq2SeqAttentionDecoder(tgtVocab.length, embedSize, numHiddens, numLayers, { dropout });
  const net = new EncoderDecoder(encoder, decoder);

  const losses = trainSeq2Seq(net, batches, {
    lr,
    numEpochs,
    tgtVocab,
    onEpoch(epoch, loss, tokensPerSecond) {
      if (full && epoch % 10 !== 0) return;
      say(`epoch ${epoch}, loss ${(loss / numSteps).toFixed(3)}, ${tokensPerSecond.toFixed(0)} tokens/sec`);
    },
  });
  if (full) say(`loss ${sparkline(losses, { width: 60 })}`);
  check("the loss falls", losses.at(-1)! < losses[0]!);
  mended("The loss is a mean over ten steps, summed, over the tokens: a tenth of the loss per token.");
  mended("Tokens/sec are each epoch's own; the document prints those of the last one.");
  mended("A translation of nothing, or of less than k words, has a BLEU score too; d2l's divides by zero.");
  check('bleu("", "va !", 2) is 0', bleu("", "va !", 2) === 0);

  // Sentences that it has seen, and their translations in the corpus.
  for (const i of full ? [0, 200, 400, 600] : [0]) {
    const [source, target] = [data.pairs.source[i]!.join(" "), data.pairs.target[i]!.join(" ")];
    const { translation, tokens, sourceTokens, weights } = predictSeq2Seq(net, source, srcVocab, tgtVocab, {
      numSteps,
    });
    say(`${source} → ${translation}   BLEU to "${target}": ${bleu(translation, target, 2).toFixed(3)}`);
    claim("attention weights", [weights.length, weights[0]!.length], [tokens.length, sourceTokens.length]);
    say(terminalHeatmap(weights, { rows: tokens, cols: sourceTokens, domain: [0, 1] }));
  }
}
