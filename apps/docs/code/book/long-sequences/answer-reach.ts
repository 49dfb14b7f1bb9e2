import { windowMask } from "@saccade/attention";
import { noGrad } from "@saccade/autograd";

// How far back the last of 64 positions sees: paths through the masks.
const n = 64;
noGrad(() => {
  for (const [name, options] of [
    ["window 4", { window: 4, causal: true }],
    ["window 4, dilation 4", { window: 4, dilation: 4, causal: true }],
  ] as const) {
    const step = windowMask(n, options).to("float32"); // (n, n)
    let paths = step;
    const reach: number[] = [];
    for (let layer = 1; layer <= 4; layer++) {
      const row = Array.from(paths.select(0, n - 1).dataSync());
      reach.push(n - 1 - row.findIndex((count) => count > 0));
      paths = paths.matmul(step);
    }
    console.log(
      `${name}: reach after 1 to 4 layers ${reach.join(", ")}`,
    );
  }
});
