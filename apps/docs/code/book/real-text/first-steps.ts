import { Adam, crossEntropy, LambdaLR, Linear } from "@saccade/nn";
import { manualSeed, randint, randn } from "@saccade/tensor";

/** How far a number moves in a step, in units of the rate 0.01. */
function moves(lrLambda: (step: number) => number): string[] {
  manualSeed(0);
  const net = new Linear(32, 50);
  const optimizer = new Adam(net, { lr: 0.01, betas: [0.9, 0.98] });
  const scheduler = new LambdaLR(optimizer, { lrLambda });
  return Array.from({ length: 100 }, () => {
    const [x, y] = [randn([16, 32]), randint(0, 50, [16])];
    const before = net.weight.clone();
    optimizer.step(() => crossEntropy(net.forward(x), y));
    scheduler.step();
    const moved = net.weight.sub(before).abs().mean().item();
    return (moved / 0.01).toFixed(2);
  });
}

const at = [1, 2, 5, 10, 20, 50, 100];
const show = (all: string[]) =>
  at.map((step) => all[step - 1]).join("  ");
console.log(
  "step       ",
  at.map((step) => String(step).padEnd(5)).join(" "),
);
console.log("at once    ", show(moves(() => 1)));
console.log(
  "warmed up  ",
  show(moves((step) => Math.min(1, (step + 1) / 50))),
);
