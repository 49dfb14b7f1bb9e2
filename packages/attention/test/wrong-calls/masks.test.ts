import { noise } from "../helpers.ts";
import { lens, loose, testRefused, x } from "./calls.ts";

testRefused({
  "maskedSoftmax(lens float)": [() => loose("maskedSoftmax")(x, noise([2])), /lengths are int32/],
  "maskedSoftmax(x, { maskFill })": [
    () => loose("maskedSoftmax")(x, { maskFill: 0 }),
    /validLens must be a tensor/,
  ],
  "maskedSoftmax of integers": [() => loose("maskedSoftmax")(x.to("int32")), /scores are int32/],
  "causalMask('3')": [() => loose("causalMask")("3"), /lq must be a whole number ≥ 0, got "3"/],
  "causalMask(-1)": [() => loose("causalMask")(-1), /lq must be/],
  "causalMask(3, { offset })": [() => loose("causalMask")(3, { offset: 1 }), /lk must be a whole number/],
  "causalMask(3, 3, 1)": [() => loose("causalMask")(3, 3, 1), /options must be an object, got 1/],
  "lengthsMask([1])": [() => loose("lengthsMask")([1], 3), /validLens must be a tensor/],
  "lengthsMask(lens)": [() => loose("lengthsMask")(lens), /lk must be a whole number/],
  "sequenceMask(x, float)": [() => loose("sequenceMask")(x, noise([2])), /lengths are int32/],
  "sequenceMask(x, lens, '0')": [() => loose("sequenceMask")(x, lens, "0"), /value must be a number/],
});
