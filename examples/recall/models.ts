import { MultiheadAttention } from "@saccade/attention";
import { Embedding, GRU, Linear, LSTM, Module } from "@saccade/nn";
import { cat, full, scope, type Tensor, zeros } from "@saccade/tensor";
import { vocabSize, wanted } from "./data.ts";

/** Reads a sequence and tells at its last token which one was marked. */
export abstract class Recaller extends Module {
  embedding: Embedding;
  head: Linear;

  constructor(width: number) {
    super();
    this.embedding = new Embedding(vocabSize, width);
    this.head = new Linear(width, wanted);
  }

  /** Embedded tokens (b, n, width) → what the last one knows, (b, width). */
  protected abstract read(x: Tensor): Tensor;

  /** Embedded tokens (b, n, width) → logits (b, wanted). */
  answer(x: Tensor): Tensor {
    return scope(() => this.head.forward(this.read(x)));
  }

  /** @param ids (b, n) int32 → logits (b, wanted) */
  override forward(ids: Tensor): Tensor {
    return scope(() => this.answer(this.embedding.forward(ids)));
  }
}

/** Adds to the bias of the gate that keeps the state, the second: z of a GRU, f of an LSTM. */
function raiseBias(rnn: GRU | LSTM, by: number): void {
  const { bias_hh_l0: old, ...others } = rnn.stateDict();
  const [size, all] = [rnn.hiddenSize, old!.numel];
  const more = cat([zeros([size]), full([size], by), zeros([all - 2 * size])]);
  rnn.loadStateDict({ ...others, bias_hh_l0: old!.add(more) });
}

class GRURecaller extends Recaller {
  rnn: GRU;

  constructor(width: number, bias: number) {
    super(width);
    this.rnn = new GRU(width, width, { batchFirst: true });
    raiseBias(this.rnn, bias);
  }

  protected override read(x: Tensor): Tensor {
    return this.rnn.forward(x).hn.squeeze(0);
  }
}

class LSTMRecaller extends Recaller {
  rnn: LSTM;

  constructor(width: number, bias: number) {
    super(width);
    this.rnn = new LSTM(width, width, { batchFirst: true });
    raiseBias(this.rnn, bias);
  }

  protected override read(x: Tensor): Tensor {
    return this.rnn.forward(x).hn.squeeze(0);
  }
}

/** One layer of self-attention with eight heads. Only the last token's output is read, so only it asks. */
class AttentionRecaller extends Recaller {
  attention: MultiheadAttention;

  constructor(width: number) {
    super(width);
    this.attention = new MultiheadAttention(width, 8, { batchFirst: true });
  }

  protected override read(x: Tensor): Tensor {
    const last = x.narrow(1, x.size(1) - 1, 1);
    return this.attention.forward(last, x, x, { needWeights: false }).output.squeeze(1);
  }

  /** The weights of the last token, the mean of the heads, (b, n). */
  weights(ids: Tensor): Tensor {
    const x = this.embedding.forward(ids);
    return this.attention.forward(x.narrow(1, x.size(1) - 1, 1), x, x).weights.squeeze(1);
  }
}

export const models = {
  GRU: (width: number, bias = 0): Recaller => new GRURecaller(width, bias),
  LSTM: (width: number, bias = 0): Recaller => new LSTMRecaller(width, bias),
  // Attention has no such gate.
  attention: (width: number, _bias = 0): AttentionRecaller => new AttentionRecaller(width),
} as const;

export type ModelName = keyof typeof models;
