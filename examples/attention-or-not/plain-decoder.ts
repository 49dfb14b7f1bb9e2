import { Decoder, type DecoderResult, type Encoded } from "@saccade/models";
import { Embedding, GRU, Linear } from "@saccade/nn";
import { cat, type Tensor } from "@saccade/tensor";

/** The state of a decoder without attention: one vector of the whole sentence, and its own state. */
export interface PlainState {
  /** (b, h). */
  readonly context: Tensor;
  /** (layers, b, h). */
  readonly hidden: Tensor;
}

/**
 * A GRU decoder that reads the encoder's last state at every step (Cho et al. 2014): the sentence must fit into that
 * vector, whatever its length.
 */
export class PlainDecoder extends Decoder<PlainState, Encoded, DecoderResult<PlainState>> {
  embedding: Embedding;
  rnn: GRU;
  dense: Linear;

  constructor(vocabSize: number, embedSize: number, numHiddens: number) {
    super();
    this.embedding = new Embedding(vocabSize, embedSize);
    this.rnn = new GRU(embedSize + numHiddens, numHiddens);
    this.dense = new Linear(numHiddens, vocabSize);
  }

  override initState({ state }: Encoded): PlainState {
    return { context: state.select(0, -1), hidden: state };
  }

  override forward(x: Tensor, { context, hidden }: PlainState): DecoderResult<PlainState> {
    const words = this.embedding.forward(x).transpose(0, 1); // (steps, b, embed)
    const contexts = context.unsqueeze(0).expand([words.size(0), ...context.shape]);
    const { output, hn } = this.rnn.forward(cat([words, contexts], -1), hidden);
    return { output: this.dense.forward(output.transpose(0, 1)), state: { context, hidden: hn } };
  }
}
