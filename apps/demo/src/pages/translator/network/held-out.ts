import { noGrad } from "@saccade/autograd";
import type { NmtTensors, Vocab } from "@saccade/datasets";
import type { EncoderDecoder, LuongState } from "@saccade/models";
import { full, type Tensor } from "@saccade/tensor";

/** How many of the pairs the network translates word for word as they stand, greedily; all of them at once. */
export function countRight(net: EncoderDecoder<LuongState>, pairs: NmtTensors, vocab: Vocab): number {
  const { X, XValidLen, Y, YValidLen } = pairs;
  const [rows, steps] = Y.dims(2);
  const wanted = Y.dataSync();
  const lengths = YValidLen.dataSync();
  const right = new Uint8Array(rows).fill(1);
  const wasTraining = net.training;
  net.eval();
  try {
    noGrad(() => {
      let state = net.decoder.initState(net.encoder.forward(X, XValidLen), XValidLen);
      let token: Tensor = full([rows, 1], vocab.index("<bos>"), { dtype: "int32" });
      for (let step = 0; step < steps; step++) {
        const { output, state: next } = net.decoder.forward(token, state);
        token = output.argmax(-1);
        state = next;
        const said = token.dataSync();
        for (let row = 0; row < rows; row++) {
          if (step < (lengths[row] ?? 0) && said[row] !== wanted[row * steps + step]) right[row] = 0;
        }
      }
    });
  } finally {
    net.train(wasTraining);
  }
  return right.reduce((sum, one) => sum + one, 0);
}
