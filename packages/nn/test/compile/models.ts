import { compile } from "@saccade/autograd";
import * as nn from "@saccade/nn";
import { manualSeed, randint, randn, softmax, type Tensor } from "@saccade/tensor";
import * as fused from "@saccade/tensor/fused";

/** A way to train: how a step is made, the arguments of call i, and what is compared after all steps. */
export interface Training {
  readonly optimizer: nn.Optimizer;
  readonly step: (x: Tensor, y: Tensor) => Tensor;
  readonly inputs: (i: number) => readonly [Tensor, Tensor];
  /** Host work between the steps. */
  readonly between?: (i: number) => void;
}

class Attention extends nn.Module {
  readonly query: nn.Linear = new nn.Linear(6, 6);
  readonly key: nn.Linear = new nn.Linear(6, 6);
  readonly norm: nn.LayerNorm = new nn.LayerNorm(6);
  readonly dropout: nn.Dropout = new nn.Dropout(0.3);

  forward(x: Tensor): Tensor {
    const scores = this.query
      .forward(x)
      .matmul(this.key.forward(x).transpose(-2, -1))
      .div(6 ** 0.5);
    return this.norm.forward(x.add(this.dropout.forward(softmax(scores, -1)).matmul(x)));
  }
}

const batch = (i: number, ...shape: number[]): Tensor => {
  manualSeed(1000 + i);
  return randn(shape);
};

function supervised(
  net: { forward(x: Tensor): Tensor },
  optimizer: nn.Optimizer,
  inShape: number[],
  outShape: number[],
): Training {
  return {
    optimizer,
    step: (x, y) => optimizer.step(() => nn.mseLoss(net.forward(x), y)),
    inputs: (i) => [batch(i, ...inShape), batch(100 + i, ...outShape)],
  };
}

/** Small trainings that between them use every optimizer, schedules, clipping, dropout and index checks. */
export const trainings: Readonly<Record<string, () => Training>> = {
  "linear, SGD with momentum": () => {
    const net = new nn.Linear(3, 2);
    return supervised(net, new nn.SGD(net, { lr: 0.1, momentum: 0.9, weightDecay: 0.01 }), [4, 3], [4, 2]);
  },
  "GRU, Adam and clipping": () => {
    const net = new nn.GRU(3, 4, { numLayers: 2 });
    const optimizer = new nn.Adam(net, { lr: 0.05, clipGradNorm: { maxNorm: 0.1, eps: 0 } });
    const forward = (x: Tensor): Tensor => net.forward(x).output;
    return supervised({ forward }, optimizer, [5, 2, 3], [5, 2, 4]);
  },
  "attention, layer norm and dropout, AdamW with amsgrad": () => {
    const net = new Attention();
    return supervised(net, new nn.AdamW(net, { lr: 0.01, amsgrad: true }), [2, 5, 6], [2, 5, 6]);
  },
  "fused attention with dropout, RMSprop": () => {
    const net = new nn.Linear(6, 6);
    const attend = (x: Tensor): Tensor => {
      const h = net.forward(x);
      return fused.scaledDotProduct(h, x, h, { causal: true, dropout: 0.4 });
    };
    return supervised({ forward: attend }, new nn.RMSprop(net, { lr: 0.01 }), [2, 5, 6], [2, 5, 6]);
  },
  "two groups, a schedule, a decay and a clip that change": () => {
    const [first, second] = [new nn.Linear(3, 4), new nn.Linear(4, 2)];
    const decayed = { params: second, lr: 0.05, weightDecay: 0.1 };
    const optimizer = new nn.SGD([{ params: first, lr: 0.2 }, decayed], { clipGradNorm: 1 });
    const schedule = new nn.StepLR(optimizer, { stepSize: 2, gamma: 0.5 });
    return {
      ...supervised({ forward: (x) => second.forward(first.forward(x).tanh()) }, optimizer, [4, 3], [4, 2]),
      between(i) {
        schedule.step();
        optimizer.paramGroups[1]!.weightDecay = 0.1 / (i + 2);
        optimizer.clip = 0.5 + 0.1 * i;
      },
    };
  },
  "RMSprop, centered": () => {
    const net = new nn.Linear(3, 2);
    return supervised(net, new nn.RMSprop(net, { lr: 0.01, centered: true, momentum: 0.5 }), [4, 3], [4, 2]);
  },
  "Adagrad with a decay": () => {
    const net = new nn.Linear(3, 2);
    return supervised(net, new nn.Adagrad(net, { lr: 0.1, lrDecay: 0.1 }), [4, 3], [4, 2]);
  },
  "embedding and cross-entropy": () => {
    const [embedding, out] = [new nn.Embedding(7, 4, { paddingIdx: 0 }), new nn.Linear(4, 5)];
    const optimizer = new nn.Adam([...embedding.parameters(), ...out.parameters()], { lr: 0.05 });
    return {
      optimizer,
      step: (x, y) =>
        optimizer.step(() =>
          nn.crossEntropy(out.forward(embedding.forward(x)).transpose(1, 2), y, { ignoreIndex: -1 }),
        ),
      inputs(i) {
        manualSeed(50 + i);
        return [randint(0, 7, [3, 4]), randint(-1, 5, [3, 4])];
      },
    };
  },
};

/** Losses of some steps and the parameters after them, all bits of them. */
export function train(make: () => Training, steps: number, compiled: boolean): number[][] {
  manualSeed(7);
  const { optimizer, step, inputs, between } = make();
  const run = compiled ? compile(step) : step;
  const losses: Tensor[] = [];
  for (let i = 0; i < steps; i++) {
    const [x, y] = inputs(i);
    manualSeed(i);
    losses.push(run(x, y));
    between?.(i);
  }
  return [losses.map((loss) => loss.item()), ...optimizer.params.map((param) => [...param.dataSync()])];
}
