import {
  AlibiPositions,
  relativePositionBucket,
} from "@saccade/attention";

const alibi = new AlibiPositions(4); // 4 heads
// (1, 4, 1, 5): one query, at position 4, and keys 0 to 4
const bias = alibi.forward(1, 5, 4);
for (const [head, slope] of alibi.slopes.entries()) {
  const row = bias.select(1, head).flatten().toArray(1);
  console.log(`ALiBi, slope ${slope}: ${row.join("  ")}`);
}

const distances = [0, -1, -2, -8, -20, -50, -100, -127, -1000];
const buckets = distances.map((distance) =>
  relativePositionBucket(distance, { bidirectional: false }),
);
console.log("distances:", distances.join(" "));
console.log("buckets:  ", buckets.join(" "));
