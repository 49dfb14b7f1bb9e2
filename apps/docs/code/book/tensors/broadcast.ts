import { broadcastShapes } from "@saccade/tensor";

// #region rule
function broadcast(a: readonly number[], b: readonly number[]) {
  const ndim = Math.max(a.length, b.length);
  const out: number[] = [];
  for (let i = 1; i <= ndim; i++) {
    const x = a.at(-i) ?? 1; // a missing dim counts as 1
    const y = b.at(-i) ?? 1;
    if (x !== y && x !== 1 && y !== 1) return null;
    out.unshift(x === 1 ? y : x);
  }
  return out;
}
// #endregion rule

const pairs = [
  [
    [3, 1],
    [1, 4],
  ],
  [[3, 4], [4]],
  [[3, 4], [3]],
  [[3, 1], [3]],
  [
    [8, 1, 5, 5],
    [1, 5],
  ],
  [[2, 3], []],
];
function show(shape: readonly number[] | null): string {
  return shape === null ? "do not fit" : `(${shape.join(", ")})`;
}
for (const [a = [], b = []] of pairs) {
  const ours = broadcast(a, b);
  console.log(show(a).padEnd(12), show(b).padEnd(6), "→", show(ours));
  if (ours === null) continue;
  const library = broadcastShapes(a, b);
  if (show(ours) !== show(library)) throw new Error("another rule");
}
