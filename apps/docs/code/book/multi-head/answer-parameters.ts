import { MultiheadAttention } from "@saccade/attention";

for (const heads of [1, 2, 8]) {
  const attention = new MultiheadAttention(64, heads);
  const count = attention
    .parameters()
    .reduce(
      (sum, { shape }) => sum + shape.reduce((a, b) => a * b, 1),
      0,
    );
  console.log(`${heads} heads: ${count} parameters`);
}
