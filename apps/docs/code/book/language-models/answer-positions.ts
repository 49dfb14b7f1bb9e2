const n = 1000;
let [positions, scores, cached] = [0, 0, 0];
for (let t = 1; t <= n; t++) {
  positions += t; // all of them again
  scores += t ** 2;
  cached += t; // one query, t keys
}
console.log("without: positions", positions, "scores", scores);
console.log("with:    positions", n, "scores", cached);
