import { mseLoss, Parameter, SGD } from "@saccade/nn";
import { linspace, manualSeed, randn, tensor } from "@saccade/tensor";

manualSeed(0);
const x = linspace(0, 2, 16);
const y = x
  .mul(1.5)
  .sub(0.5)
  .add(randn([16]).mul(0.2));

console.log("rate    step 0       1       2      10      40");
// #region rates
for (const lr of [0.005, 0.05, 0.2, 0.4, 0.45, 0.5]) {
  const w = new Parameter(tensor(0));
  const b = new Parameter(tensor(0));
  const optimizer = new SGD([w, b], { lr });
  const losses: number[] = [];
  for (let step = 0; step <= 40; step++) {
    const loss = optimizer.step(() => mseLoss(x.mul(w).add(b), y));
    losses.push(loss.item());
  }
  tell(lr, losses);
}
// #endregion rates

function tell(lr: number, losses: readonly number[]): void {
  const at = [0, 1, 2, 10, 40].map((step) => {
    const loss = losses[step]!;
    return (loss < 100 ? loss.toFixed(3) : "> 100").padStart(7);
  });
  console.log(String(lr).padEnd(6), ...at);
}
