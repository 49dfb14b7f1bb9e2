import { encoded, forward, make, testRefused, x } from "./calls.ts";

testRefused({
  "BidirectionalEncoder { dropOut }": [
    () => make("BidirectionalEncoder", 10, 4, 4, 1, { dropOut: 0.1 }),
    /did you mean "dropout"/,
  ],
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
  "luong.forward(queries of another size)": [
    forward("LuongAttention", [3], x, x, x),
    /LuongAttention\.forward: queries \[2, 3, 4\] must be \(b, length, 3\)/,
  ],
});
