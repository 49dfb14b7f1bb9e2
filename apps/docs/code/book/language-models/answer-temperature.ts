import { tensor } from "@saccade/tensor";

const logits = tensor([3, 2.5, 2, 0.5, -1]); // (vocabulary)
for (const temperature of [0.01, 0.1, 1, 10, 1000]) {
  const shares = Array.from(
    logits.div(temperature).softmax(-1).dataSync(),
    (share) => share.toFixed(3),
  );
  console.log(`temperature ${temperature}:`, shares.join("  "));
}
