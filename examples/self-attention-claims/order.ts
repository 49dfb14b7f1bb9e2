import { PositionalEncoding } from "@saccade/attention";
import { noGrad } from "@saccade/autograd";
import { TransformerEncoderLayer } from "@saccade/models";
import { randn, randperm, type Tensor } from "@saccade/tensor";

/** How far the output for permuted inputs is from the permuted output. */
export interface OrderErrors {
  /** The largest difference of self-attention alone. */
  readonly bare: number;
  /** The mean difference with positions added to the input. */
  readonly withPositions: number;
}

export function orderErrors(width: number, length: number): OrderErrors {
  return noGrad(() => {
    const layer = new TransformerEncoderLayer(width, 4, { batchFirst: true, dropout: 0 }).eval();
    const positions = new PositionalEncoding(width, { maxLen: length });
    const x = randn([8, length, width]);
    const order = randperm(length);
    const difference = (f: (y: Tensor) => Tensor): Tensor =>
      f(x.indexSelect(1, order)).sub(f(x).indexSelect(1, order)).abs();
    return {
      bare: difference((y) => layer.forward(y))
        .amax()
        .item(),
      withPositions: difference((y) => layer.forward(positions.forward(y)))
        .mean()
        .item(),
    };
  });
}
