import { manualSeed, randn, randperm, type Tensor } from "@saccade/tensor";
import { Dropout, Linear } from "../../src/layers/index.ts";
import { Module } from "../../src/module.ts";
import { AdamW } from "../../src/optim/index.ts";
import { CosineAnnealingLR, type Scheduler, type Settings, warmup } from "../../src/schedulers/index.ts";

export class Net extends Module {
  readonly layers: [Linear, Linear];
  readonly drop: Dropout = new Dropout(0.3);

  constructor(hidden: number = 8) {
    super();
    this.layers = [new Linear(3, hidden), new Linear(hidden, 1)];
  }

  override forward(x: Tensor): Tensor {
    const [first, second] = this.layers;
    return second.forward(this.drop.forward(first.forward(x).tanh()));
  }
}

/** A training run with everything that chance and schedules bring: dropout, shuffling, warmup. */
export interface Run {
  readonly model: Net;
  readonly optimizer: AdamW;
  readonly scheduler: Scheduler<Settings>;
}

export function newRun(seed: number, hidden?: number): Run {
  manualSeed(seed);
  const model = new Net(hidden);
  const groups = [{ params: model.layers[0] }, { params: model.layers[1], lr: 0.02 }];
  const optimizer = new AdamW(groups, { lr: 0.05, amsgrad: true, clipGradNorm: 1 });
  const scheduler = warmup(optimizer, {
    steps: 5,
    after: (o) => new CosineAnnealingLR(o, { tMax: 10 }),
  });
  return { model, optimizer, scheduler };
}

/** Trains from step `from` to step `to` and gives the losses. */
export function train({ model, optimizer, scheduler }: Run, from: number, to: number): number[] {
  const losses: number[] = [];
  for (let step = from; step < to; step++) {
    const loss = optimizer.step(() => {
      const x = randn([6, 3]);
      const order = randperm(6).to("float32").unsqueeze(1);
      return model.forward(x).sub(order).square().mean();
    });
    losses.push(loss.item());
    scheduler.step();
  }
  return losses;
}

export function valuesOf(model: Module): number[] {
  return Object.values(model.stateDict()).flatMap((x) => [...x.dataSync()]);
}
