// The largest number of a set: networks that see no order, and differ in how they pool.
import { setBlock } from "@saccade/attention/definitions/ladder";
import { noGrad } from "@saccade/autograd";
import { AdamW, LambdaLR, Linear, Module, ReLU, Sequential } from "@saccade/nn";
import { dispose, fromData, manualSeed, randn, scope, type Tensor } from "@saccade/tensor";
import { mean } from "../numbers.ts";
import { seededRandom } from "../random.ts";
import { rateAt, seedOf, testSeed } from "./run.ts";

const [width, heads, batch, most, lr] = [64, 4, 128, 10, 1e-3];

const pools = {
  "max pooling": (x: Tensor): Tensor => x.amax(1),
  "mean pooling": (x: Tensor): Tensor => x.mean(1),
  "sum pooling": (x: Tensor): Tensor => x.sum(1),
  attention: null,
};

export type SetName = keyof typeof pools;
export const setNames = Object.keys(pools) as readonly SetName[];

/** The maps of one attention block of a Set Transformer (Lee et al. 2019). */
class Block extends Module {
  q: Linear = new Linear(width, width);
  k: Linear = new Linear(width, width);
  v: Linear = new Linear(width, width);
  o: Linear = new Linear(width, width);

  override forward(x: Tensor, y: Tensor): Tensor {
    return setBlock(x, y, this, heads);
  }
}

/** Numbers (b, n) → (b): a network for each number, then a pool; or two attention blocks, read by a fixed vector through learned maps. */
class SetNet extends Module {
  readonly pool: ((x: Tensor) => Tensor) | null;
  each: Sequential;
  blocks: Block[];
  seed: Tensor = randn([1, 1, width]);
  last: Linear = new Linear(width, 1);

  constructor(kind: SetName) {
    super();
    this.pool = pools[kind];
    const hidden = this.pool ? [0, 1, 2].flatMap(() => [new ReLU(), new Linear(width, width)]) : [];
    this.each = new Sequential(new Linear(1, width), ...hidden);
    this.blocks = this.pool ? [] : [new Block(), new Block(), new Block()];
  }

  override forward(x: Tensor): Tensor {
    const y = this.each.forward(x.div(10).unsqueeze(-1)); // (b, n, width)
    return this.last.forward(this.pool?.(y) ?? this.#attended(y)).squeeze(-1);
  }

  #attended(y: Tensor): Tensor {
    const [first, second, third] = this.blocks as [Block, Block, Block];
    const once = first.forward(y, y);
    return third.forward(this.seed.expand([y.size(0), 1, width]), second.forward(once, once)).squeeze(1);
  }
}

/** Sets of integers 1 … 99, in no order: (count, items). */
export function sets(seed: number, count: number, items: number): Tensor {
  const random = seededRandom(seed);
  return fromData(
    Float32Array.from({ length: count * items }, () => 1 + Math.floor(99 * random())),
    [count, items],
  );
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
  const lossOf = (x: Tensor): Tensor => net.forward(x).sub(x.amax(1)).abs().mean();
  const optimizer = new AdamW(net, { lr, clipGradNorm: 1 });
  const schedule = new LambdaLR(optimizer, { lrLambda: (step) => rateAt(step, steps) });
  const losses = Array.from({ length: steps }, (_, i) => {
    const items = 1 + ((7 * i) % most);
    const loss = scope(() => optimizer.step(() => lossOf(sets(seedOf(seed, i), batch, items))).item());
    schedule.step();
    return loss;
  });
  const errors = Array.from({ length: most }, (_, i) =>
    noGrad(() => scope(() => lossOf(sets(seedOf(testSeed, i), batch, i + 1)).item())),
  );
  const parameters = net.numParameters();
  for (const weights of net.parameters()) dispose(weights);
  return { kind, steps, parameters, losses, error: mean(errors) };
}
