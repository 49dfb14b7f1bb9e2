import { noise } from "../helpers.ts";
import { encoded, forward, lens, make, state, testRefused, tokens, x } from "./calls.ts";

testRefused({
  "EncoderDecoder(encoder)": [
    () => make("EncoderDecoder", make("Seq2SeqEncoder", 9, 4, 4, 1)),
    /decoder must be a Decoder/,
  ],
  "BidirectionalEncoder(10, 4, 5, 1)": [
    () => make("BidirectionalEncoder", 10, 4, 5, 1),
    /numHiddens must be an even number, half of it for each direction, got 5/,
  ],
  "BidirectionalEncoder { dropOut }": [
    () => make("BidirectionalEncoder", 10, 4, 4, 1, { dropOut: 0.1 }),
    /did you mean "dropout"/,
  ],
  "BidirectionalEncoder.forward(tokens, floats)": [
    forward("BidirectionalEncoder", [10, 4, 4, 1], tokens, noise([2])),
    /GRU: lengths is float32\[2\], expected int32/,
  ],
  "BahdanauDecoder(9, 4, 3, 1)": [() => make("BahdanauDecoder", 9, 4, 3, 1), /numHiddens must be an even/],
  "BahdanauDecoder { maskFill }": [
    () => make("BahdanauDecoder", 9, 4, 4, 1, { maskFill: 0 }),
    /BahdanauDecoder: no option "maskFill"/,
  ],
  "BahdanauDecoder.initState of two layers": [
    () => make("BahdanauDecoder", 9, 4, 4, 2).initState(encoded),
    /BahdanauDecoder: the encoder's state \[1, 2, 4\] must be \(2, b, 4\)/,
  ],
  "LuongDecoder { inputFeed }": [
    () => make("LuongDecoder", 9, 4, 4, 1, { inputFeed: true }),
    /did you mean "inputFeeding"/,
  ],
  "LuongDecoder { inputFeeding: 1 }": [
    () => make("LuongDecoder", 9, 4, 4, 1, { inputFeeding: 1 }),
    /inputFeeding must be true or false/,
  ],
  "LuongDecoder { stateDropout: 2 }": [
    () => make("LuongDecoder", 9, 4, 4, 1, { stateDropout: 2 }),
    /stateDropout must be a number from 0 to 1, got 2/,
  ],
  "LuongDecoder.forward(tokens, state of the seeds)": [
    () => make("LuongDecoder", 9, 4, 4, 1).forward(tokens, state),
    /LuongDecoder: state must be what initState or forward gave/,
  ],
  "LuongAttention { score: 'additive' }": [
    () => make("LuongAttention", 4, { score: "additive" }),
    /score must be one of "dot", "general", "concat", got "additive"/,
  ],
  "LuongAttention { local: true }": [
    () => make("LuongAttention", 4, { local: true }),
    /local must be one of "monotonic", "predictive", got true/,
  ],
  "LuongAttention { halfWidth: 0 }": [
    () => make("LuongAttention", 4, { halfWidth: 0 }),
    /halfWidth must be a whole number ≥ 1/,
  ],
  "luong.forward(queries of another size)": [
    forward("LuongAttention", [3], x, x, x),
    /LuongAttention\.forward: queries \[2, 3, 4\] must be \(b, length, 3\)/,
  ],
  "luong.forward(…, lengths)": [
    forward("LuongAttention", [4, { score: "dot" }], x, x, x, lens),
    /options must be an object, got tensor/,
  ],
});
