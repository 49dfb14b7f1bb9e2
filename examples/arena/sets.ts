// The largest number of a set: networks that see no order, and differ in how they pool.
import { setBlock } from "@saccade/attention/definitions/ladder";
import { noGrad } from "@saccade/autograd";
import { AdamW, LambdaLR, Linear, Module, ReLU, Sequential } from "@saccade/nn";
import { dispose, fromData, manualSeed, randn, scope, type Tensor } from "@saccade/tensor";
import { rateAt, seedOf, testSeed } from "./run.ts";
import { maximum } from "./tasks.ts";

const [width, heads, batch, most, lr] = [64, 4, 128, 10, 1e-3];

const pools = {
  "max pooling": (x: Tensor): Tensor => x.amax(1),
  "mean pooling": (x: Tensor): Tensor => x.mean(1),
  "sum pooling": (x: Tensor): Tensor => x.sum(1),
};

export type SetName = keyof typeof pools | "attention";
export const setNames: readonly SetName[] = ["max pooling", "mean pooling", "sum pooling", "attention"];

/** The maps of one attention block of a Set Transformer (Lee et al. 2019). */
class Block extends Module {
  q: Linear = new Linear(width, width);
  k: Linear = new Linear(width, width);
  v: Linear = new Linear(width, width);
  o: Linear = new Linear(width, width);

  override forward(x: Tensor, y: Tensor): Tensor {
    const [q, k, v, o] = [this.q, this.k, this.v, this.o].map(({ weight, bias }) => ({
      weight,
      bias: bias!,
    }));
    return setBlock(x, y, { q: q!, k: k!, v: v!, o: o! }, heads);
  }
}

/** Numbers (b, n) → (b): a network for each number, then a pool; or two attention blocks, read by a learned seed. */
export class SetNet extends Module {
  readonly kind: SetName;
  each: Sequential;
  blocks: Block[];
  seed: Tensor = randn([1, 1, width]);
  last: Linear = new Linear(width, 1);

  constructor(kind: SetName) {
    super();
    const isAttention = kind === "attention";
    const hidden = isAttention ? [] : [0, 1, 2].flatMap(() => [new ReLU(), new Linear(width, width)]);
    this.kind = kind;
    this.each = new Sequential(new Linear(1, width), ...hidden);
    this.blocks = isAttention ? [new Block(), new Block(), new Block()] : [];
  }

  override forward(x: Tensor): Tensor {
    const y = this.each.forward(x.div(10).unsqueeze(-1)); // (b, n, width)
    return this.last.forward(this.#pool(y)).squeeze(-1);
  }

  #pool(y: Tensor): Tensor {
    if (this.kind !== "attention") return pools[this.kind](y);
    const [first, second, third] = this.blocks as [Block, Block, Block];
    const once = first.forward(y, y);
    return third.forward(this.seed.expand([y.size(0), 1, width]), second.forward(once, once)).squeeze(1);
  }
}

/** What a network of sets has learned. */
export interface SetResult {
  readonly kind: SetName;
  readonly steps: number;
  readonly parameters: number;
  readonly losses: readonly number[];
  /** The mean of |error| over sets of 1 to 10 numbers. */
  readonly error: number;
}

/** Trains a network on sets of 1 to 10 numbers of 1 … 99, and measures it on others. */
export function trainSets(kind: SetName, seed: number, steps: number): SetResult {
  manualSeed(seed);
  const net = new SetNet(kind);
  const batchOf = (seed: number, items: number): { readonly x: Tensor; readonly y: Tensor } => {
    const { tokens, labels, count, length } = maximum(seed, batch, { items });
    return {
      x: fromData(Float32Array.from(tokens), [count, length]),
      y: fromData(Float32Array.from(labels), [count]),
    };
  };
  const lossOf = ({ x, y }: ReturnType<typeof batchOf>): Tensor => net.forward(x).sub(y).abs().mean();
  const optimizer = new AdamW(net, { lr, clipGradNorm: 1 });
  const schedule = new LambdaLR(optimizer, { lrLambda: (step) => rateAt(step, steps) });
  const losses = Array.from({ length: steps }, (_, i) => {
    const loss = scope(() =>
      optimizer.step(() => lossOf(batchOf(seedOf(seed, i), 1 + ((7 * i) % most)))).item(),
    );
    schedule.step();
    return loss;
  });
  const errors = Array.from({ length: most }, (_, i) =>
    noGrad(() => scope(() => lossOf(batchOf(seedOf(testSeed, i), i + 1)).item())),
  );
  const parameters = net.numParameters();
  for (const weights of net.parameters()) dispose(weights);
  return { kind, steps, parameters, losses, error: errors.reduce((sum, error) => sum + error, 0) / most };
}
