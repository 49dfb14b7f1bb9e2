import { loose, make, testRefused } from "./calls.ts";

testRefused({
  "positionalEncoding('3', 4)": [() => loose("positionalEncoding")("3", 4), /maxLen must be/],
  "PositionalEncoding { max_len }": [
    () => make("PositionalEncoding", 4, { max_len: 3 }),
    /did you mean "maxLen"/,
  ],
  "positionalEncoding(1e15, 4)": [() => loose("positionalEncoding")(1e15, 4), /must be below 2\^31 numbers/],
});
