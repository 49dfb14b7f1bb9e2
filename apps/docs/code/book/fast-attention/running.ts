// The state kept of all scores so far: the largest, and the sum of
// the exponentials, measured from the largest.
let m = -Infinity;
let l = 0;
const scores = [1, 3, 2, 1000];
for (const s of scores) {
  const larger = Math.max(m, s);
  const shrink = Math.exp(m - larger); // 1 if m stays
  l = l * shrink + Math.exp(s - larger);
  m = larger;
  console.log(
    `score ${s}: m ${m}, old sum × ${shrink.toFixed(3)}, ` +
      `l ${l.toFixed(3)}`,
  );
}
const sum = scores.reduce((sum, s) => sum + Math.exp(s - 1000), 0);
console.log("as in two passes:", l === sum);
console.log(
  "without a maximum:",
  scores.reduce((sum, s) => sum + Math.exp(s), 0),
);
