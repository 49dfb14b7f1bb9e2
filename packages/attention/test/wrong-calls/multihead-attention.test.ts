import { type Tensor, tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import * as attention from "../../src/index.ts";
import { bools, elsewhere, forward, type Loose, make, padding, testRefused, x } from "./calls.ts";

const multihead = (...inputs: unknown[]): Loose =>
  forward("MultiheadAttention", [4, 2, { batchFirst: true }], ...inputs);

testRefused({
  "multihead inputs elsewhere": [
    multihead(x.to(elsewhere), x.to(elsewhere), x.to(elsewhere)),
    /MultiheadAttention: q is on the backend/,
  ],
  "multihead keyMask elsewhere": [
    multihead(x, x, x, { keyMask: padding.to(elsewhere) }),
    /MultiheadAttention: keyMask is on the backend/,
  ],
  "MultiheadAttention(8, 3)": [() => make("MultiheadAttention", 8, 3), /does not divide into 3 heads/],
  "MultiheadAttention { batch_first }": [
    () => make("MultiheadAttention", 8, 2, { batch_first: true }),
    /did you mean "batchFirst"/,
  ],
  "MultiheadAttention { kdim: 0 }": [() => make("MultiheadAttention", 8, 2, { kdim: 0 }), /kdim must be/],
  "multihead { attnMask }": [
    multihead(x, x, x, { attnMask: bools }),
    /may NOT attend.*mask: m\.logicalNot\(\)/,
  ],
  "multihead { key_padding_mask }": [
    multihead(x, x, x, { key_padding_mask: padding }),
    /keyMask: m\.logicalNot\(\) or mask: m\.logicalNot\(\)\.unsqueeze\(1\)/,
  ],
  "multihead { averageAttnWeights: 'no' }": [
    multihead(x, x, x, { averageAttnWeights: "no" }),
    /true or false/,
  ],
  "multihead { mask: (b, lk) }": [
    multihead(x, x, x, { mask: padding }),
    /MultiheadAttention: mask .*keyMask/,
  ],
});

test("PyTorch's masks come over as the messages say", () => {
  const module = new attention.MultiheadAttention(4, 2, { batchFirst: true });
  const keyPaddingMask = tensor([
    [false, false, true],
    [false, true, true],
  ]);
  const as = (options: attention.MultiheadForwardOptions): Tensor => module.forward(x, x, x, options).output;
  const byKeys = as({ keyMask: keyPaddingMask.logicalNot() });
  const byMask = as({ mask: keyPaddingMask.logicalNot().unsqueeze(1) });
  expect(byMask.toArray()).toEqual(byKeys.toArray());
});
