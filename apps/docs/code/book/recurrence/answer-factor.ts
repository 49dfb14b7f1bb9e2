for (const w of [0.9, 0.99, 1, 1.01, 1.1]) {
  const after = [10, 50, 200].map((t) => (w ** t).toPrecision(2));
  console.log(String(w).padEnd(5), after.join("  "));
}
console.log(
  "0.9ᵗ < 0.01 from",
  Math.ceil(Math.log(0.01) / Math.log(0.9)),
);
