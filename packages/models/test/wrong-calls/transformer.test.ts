import { LayerNorm } from "@saccade/nn";
import { noise } from "../../../attention/test/helpers.ts";
import * as models from "../../src/index.ts";
import { bools, forward, type Loose, make, padding, testRefused, x } from "./calls.ts";

const encoderLayer = (...inputs: unknown[]): Loose =>
  forward("TransformerEncoderLayer", [4, 2, { batchFirst: true, dimFeedforward: 4 }], ...inputs);
const decoderLayer = (...inputs: unknown[]): Loose =>
  forward("TransformerDecoderLayer", [4, 2, { batchFirst: true, dimFeedforward: 4 }], ...inputs);

testRefused({
  "encoderLayer { srcMask }": [encoderLayer(x, { srcMask: bools }), /mask: m\.logicalNot\(\)/],
  "encoderLayer { srcKeyPaddingMask }": [
    encoderLayer(x, { srcKeyPaddingMask: padding }),
    /keyMask: m\.logicalNot\(\)/,
  ],
  "encoderLayer { isCausal }": [encoderLayer(x, { isCausal: true }), /write causal/],
  "encoderLayer of another width": [encoderLayer(noise([2, 3, 5])), /TransformerEncoderLayer: src/],
  "decoderLayer { tgtMask }": [decoderLayer(x, x, { tgtMask: bools }), /mask: m\.logicalNot\(\)/],
  "decoderLayer { memoryMask }": [decoderLayer(x, x, { memoryMask: bools }), /crossMask: m\.logicalNot\(\)/],
  "decoderLayer { memory_key_padding_mask }": [
    decoderLayer(x, x, { memory_key_padding_mask: padding }),
    /crossKeyMask: m\.logicalNot\(\)/,
  ],
  "decoderLayer { crossMask: (b, lm) }": [
    decoderLayer(x, x, { crossMask: padding }),
    /TransformerDecoderLayer: crossMask \[2, 3\] does not fit/,
  ],
  "decoderLayer memory of another batch": [decoderLayer(x, noise([3, 3, 4])), /must have one batch size/],
  "encoderLayer { keyMask: (n, n) }": [
    encoderLayer(x, { keyMask: bools }),
    /TransformerEncoderLayer: keyMask \[3, 3\] must be \(b, lk\) = \[2, 3\]/,
  ],
  "encoder layer { nhead }": [() => make("TransformerEncoderLayer", 4, 2, { nhead: 2 }), /no option "nhead"/],
  "encoder layer { dim_feedforward }": [
    () => make("TransformerEncoderLayer", 4, 2, { dim_feedforward: 8 }),
    /did you mean "dimFeedforward"/,
  ],
  "encoder layer { activation }": [
    () => make("TransformerEncoderLayer", 4, 2, { activation: "gelus" }),
    /did you mean "gelu"/,
  ],
  "TransformerEncoder(layer, 2)": [
    () => make("TransformerEncoder", make("TransformerEncoderLayer", 4, 2), 2),
    /write \(\) => new TransformerEncoderLayer/,
  ],
  "TransformerEncoder(other, 1)": [
    () => make("TransformerEncoder", () => x, 1),
    /returns a TransformerEncoderLayer/,
  ],
  "TransformerEncoder(make, 1, norm)": [
    () => make("TransformerEncoder", () => make("TransformerEncoderLayer", 4, 2), 1, new LayerNorm(4)),
    /TransformerEncoder/,
  ],
  "TransformerEncoder(class, 1)": [
    () => make("TransformerEncoder", models.TransformerEncoderLayer, 1),
    /makeLayer is a class; write \(\) => new/,
  ],
});
