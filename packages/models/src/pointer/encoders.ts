import { method, noteParts } from "@saccade/attention/model";
import { GRU, Linear, Module } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import { TransformerEncoder, TransformerEncoderLayer } from "../transformer/encoder.ts";

/**
 * Reads a set of elements: a state for each, (b, n, numHiddens), from all of them. Elements beyond `validLens` have no
 * effect on the others.
 */
export abstract class ElementEncoder extends Module {
  abstract override forward(inputs: Tensor, validLens?: Tensor): Tensor;
}

const forward = method("ElementEncoder.forward", "inputs float (b, n, inputSize)  validLens? int32 (b)");

/** Self-attention without positions: permuted elements have permuted states. */
export class SetEncoder extends ElementEncoder {
  embed: Linear;
  layers: TransformerEncoder;

  constructor(inputSize: number, numHiddens: number, numLayers: number, numHeads: number) {
    super();
    this.embed = new Linear(inputSize, numHiddens);
    const layer = { dimFeedforward: 2 * numHiddens, dropout: 0, batchFirst: true, normFirst: true } as const;
    const makeLayer = () => new TransformerEncoderLayer(numHiddens, numHeads, layer);
    this.layers = new TransformerEncoder(makeLayer, numLayers);
    noteParts(this);
  }

  override forward(inputs: Tensor, validLens?: Tensor): Tensor {
    forward(this, [inputs, validLens]);
    return this.layers.forward(this.embed.forward(inputs), { validLens });
  }
}

/** A GRU that reads the elements in both directions. */
export class SequenceEncoder extends ElementEncoder {
  rnn: GRU;

  constructor(inputSize: number, numHiddens: number, numLayers: number) {
    super();
    this.rnn = new GRU(inputSize, numHiddens / 2, { numLayers, bidirectional: true, batchFirst: true });
    noteParts(this);
  }

  override forward(inputs: Tensor, validLens?: Tensor): Tensor {
    forward(this, [inputs, validLens]);
    return this.rnn.forward(inputs, null, validLens ? { lengths: validLens } : {}).output;
  }
}
