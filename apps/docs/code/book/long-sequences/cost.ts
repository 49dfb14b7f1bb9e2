const window = 256;
console.log(
  "length".padEnd(8),
  "full, scores".padStart(14),
  "one matrix".padStart(12),
  "window 256, scores".padStart(20),
);
for (const n of [1024, 4096, 16384, 65536]) {
  const full = n * n;
  // causal: the first rows are shorter
  const local = n * window - (window * (window - 1)) / 2;
  console.log(
    String(n).padEnd(8),
    full.toLocaleString("en-US").padStart(14),
    `${(full * 4) / 2 ** 20} MiB`.padStart(12),
    local.toLocaleString("en-US").padStart(20),
  );
}
