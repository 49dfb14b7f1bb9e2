const [side, d, layers] = [224, 768, 12]; // ViT-Base
console.log("patch  tokens    scores  billion products");
for (const patch of [32, 16, 8, 4, 1]) {
  const n = (side / patch) ** 2 + 1;
  const scores = n ** 2; // of one head
  const dense = 12 * n * d ** 2; // projections and network
  const attention = 2 * n ** 2 * d; // Q Kᵀ, and weights times V
  const products = (layers * (dense + attention)) / 1e9;
  const share = (100 * attention) / (dense + attention);
  console.log(
    String(patch).padStart(5),
    String(n).padStart(7),
    scores.toExponential(1).padStart(9),
    products.toFixed(1).padStart(17),
    `(${share.toFixed(0)} % attention)`,
  );
}
