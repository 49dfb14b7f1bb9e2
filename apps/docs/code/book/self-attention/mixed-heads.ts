import { tensor } from "@saccade/tensor";

// Output of 2 heads for 3 positions, one number each: head · 10 +
// position.
const heads = tensor([
  [0, 1, 2],
  [10, 11, 12],
]).reshape([1, 2, 3, 1]); // (b, h, n, d)

const wrong = heads.reshape([1, 3, 2]); // (b, n, h · d)
// (b, n, h, d) → (b, n, h · d)
const right = heads.transpose(1, 2).reshape([1, 3, 2]);
const text = (x: typeof wrong): string =>
  (x.select(0, 0).toArray() as number[][])
    .map((row) => `(${row.join(", ")})`)
    .join("  ");
console.log("without transpose:", text(wrong));
console.log("with transpose:   ", text(right));
