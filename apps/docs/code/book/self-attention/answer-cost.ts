const d = 64;
for (const n of [10, 100, 1000, 10_000]) {
  const scores = n * n; // one for each pair
  const projections = 3 * n * d * d; // multiplications for q, k, v
  const products = 2 * n * n * d; // q kᵀ, and weights times v
  console.log(
    `${n} tokens: ${scores} scores; products / projections = ` +
      `${(products / projections).toFixed(2)}`,
  );
}
