import { attend } from "@saccade/attention";
import { softmax, tensor, where, zeros } from "@saccade/tensor";

// (b, h, n, m) = (2, 2, 2, 3), two sequences and two heads
const scores = zeros([2, 2, 2, 3]);
const mask = tensor([
  [
    [true, true, false],
    [true, true, false],
  ],
  [
    [true, true, true],
    [true, true, true],
  ],
  // (b, n, m): the first sequence ends with padding, the second has
  // none
]);

// broadcasts (b, n, m) as (1, h, n, m)
const wrong = softmax(where(mask, scores, -1e20), -1);
for (const b of [0, 1]) {
  for (const h of [0, 1])
    console.log(
      `sequence ${b}, head ${h}:`,
      String(wrong.select(0, b).select(0, h).select(0, 0)),
    );
}

try {
  attend(scores, zeros([2, 2, 3, 1]), { mask });
} catch (error) {
  console.log(String(error));
}
const right = attend(scores, zeros([2, 2, 3, 1]), {
  mask: mask.unsqueeze(1),
}).weights; // mask (b, 1, n, m)
console.log(
  "sequence 0, head 1:",
  String(right.select(0, 0).select(0, 1).select(0, 0)),
);
