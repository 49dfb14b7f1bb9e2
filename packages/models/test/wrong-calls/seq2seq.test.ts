import { ones } from "@saccade/tensor";
import { noise } from "../../../attention/test/helpers.ts";
import {
  encoded,
  forward,
  type Loose,
  lens,
  loose,
  make,
  net,
  state,
  testRefused,
  tokens,
  x,
} from "./calls.ts";

const decoder: { forward: Loose; initState: Loose } = {
  forward: (...args) => Reflect.apply(net.decoder.forward, net.decoder, args),
  initState: (...args) => Reflect.apply(net.decoder.initState, net.decoder, args),
};

testRefused({
  "trainSeq2Seq { epochs }": [
    () => loose("trainSeq2Seq")(make("PlainSelfAttention", 4), [], { epochs: 3 }),
    /trainSeq2Seq: no option "epochs"/,
  ],
  "Seq2SeqEncoder(10, 8)": [() => make("Seq2SeqEncoder", 10, 8), /numHiddens must be/],
  "Seq2SeqEncoder.forward(floats)": [
    forward("Seq2SeqEncoder", [10, 4, 4, 1], noise([2, 3])),
    /expected int32/,
  ],
  "decoder.forward(tokens, encoded)": [
    () => decoder.forward(tokens, encoded),
    /write decoder\.initState\(encoded\)/,
  ],
  "decoder.forward(no steps)": [() => decoder.forward(tokens.narrow(1, 0, 0), state), /have no steps/],
  "decoder.forward(one of two sentences)": [
    () => decoder.forward(tokens.narrow(0, 0, 1), state),
    /must have one batch size/,
  ],
  "decoder.initState of a state in place of the output": [
    () => decoder.initState({ output: encoded.state, state: encoded.output }),
    /the encoder's state \[3, 2, 4\] must be \(1, b, 4\)/,
  ],
  "decoder.initState batch first": [
    () => decoder.initState({ ...encoded, output: noise([2, 3, 4]) }),
    /output \[2, 3, 4\] must be \(steps, b, h\) = \(steps, 2, 4\)/,
  ],
  "decoder.initState lengths of queries": [
    () => decoder.initState(encoded, ones([2, 3], { dtype: "int32" })),
    /Seq2SeqAttentionDecoder: encValidLens \[2, 3\] must be \(b\) = \[2\]/,
  ],
  "seq2seqTrainer { trainingStep }": [
    () => loose("seq2seqTrainer")(make("PlainSelfAttention", 4), { trainingStep: () => x }),
    /seq2seqTrainer: trainingStep follows from the task/,
  ],
  "seq2seqLoss { Y: (b) }": [
    () =>
      loose("seq2seqLoss")(
        make("PlainSelfAttention", 4),
        { X: lens, XValidLen: lens, Y: lens, YValidLen: lens },
        1,
      ),
    /seq2seqLoss: token ids int32\[2\] must be \(batch, steps\)/,
  ],
});
