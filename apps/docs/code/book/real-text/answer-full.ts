const batches = Math.ceil(150_000 / 64);
const steps = 16 * batches;
console.log(steps, "steps");
// Products of a layer take four times as long at twice the width;
// what is done for each number takes twice as long.
for (const factor of [2, 4]) {
  const hours = (steps * factor * 130) / 1000 / 3600;
  console.log(`${factor} × 130 ms a step: ${hours.toFixed(1)} hours`);
}
