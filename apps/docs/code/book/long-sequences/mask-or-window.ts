import {
  scaledDotProductAttention,
  slidingWindowAttention,
  windowMask,
} from "@saccade/attention";
import {
  manualSeed,
  memory,
  randn,
  resetPeakMemory,
  scope,
  type Tensor,
} from "@saccade/tensor";

manualSeed(0);
const window = 16;

/**
 * The most bytes of tensors that `attend` holds at a time, beyond q, k
 * and v.
 */
function peak(n: number, attend: (x: Tensor) => Tensor): string {
  return scope(() => {
    const x = randn([n, 8]); // (n, d), queries, keys and values at once
    const before = memory().bytes;
    resetPeakMemory();
    scope(() => attend(x));
    const kib = Math.round((memory().peak - before) / 1024);
    return `${kib} KiB`.padStart(9);
  });
}

console.log("   n    scores  full      full + mask  window");
for (const n of [64, 128, 256, 512]) {
  const full = peak(
    n,
    (x) => scaledDotProductAttention(x, x, x).output,
  );
  const masked = peak(
    n,
    (x) =>
      scaledDotProductAttention(x, x, x, {
        mask: windowMask(n, { window }),
      }).output,
  );
  const near = peak(n, (x) =>
    slidingWindowAttention(x, x, x, { window }),
  );
  console.log(
    `${String(n).padStart(4)} ${String(n * n).padStart(9)} ` +
      `${full}  ${masked}  ${near}`,
  );
}
