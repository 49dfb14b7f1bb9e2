// Words that a sentence of 128 tokens is asked for in one step, and
// those that the model has left to answer from.
for (const rate of [0.05, 0.15, 0.4, 0.8]) {
  const asked = 128 * rate;
  const hidden = asked * 0.8;
  console.log(
    `${String(100 * rate).padStart(2)} %: asked ${asked.toFixed(0)},`,
    `[MASK] ${hidden.toFixed(0)},`,
    `neighbours both in sight ${((1 - 0.9 * rate) ** 2).toFixed(2)}`,
  );
}
console.log("causal: asked 127");
