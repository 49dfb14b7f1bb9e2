import {
  MultiheadAttention,
  PositionalEncoding,
} from "@saccade/attention";
import { manualSeed, randn, tensor } from "@saccade/tensor";

manualSeed(0);
const attention = new MultiheadAttention(8, 2, {
  batchFirst: true,
}).eval();
const encoding = new PositionalEncoding(8).eval();
const x = randn([1, 5, 8]); // (b, n, d)
const order = tensor([3, 1, 4, 0, 2], { dtype: "int32" });

// (1, 5, 8)
const attend = (y: typeof x) => attention.forward(y, y, y).output;
const positioned = (y: typeof x) => attend(encoding.forward(y));
for (const [name, f] of Object.entries({ attend, positioned })) {
  const change = f(x)
    .indexSelect(1, order)
    .sub(f(x.indexSelect(1, order)))
    .abs()
    .max()
    .item();
  console.log(
    `${name}: attend then permute, or permute then attend, ` +
      `differ by ${change.toFixed(4)}`,
  );
}
