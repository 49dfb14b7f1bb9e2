import { compile, noGrad, valueAndGrad } from "@saccade/autograd";
import * as nn from "@saccade/nn";
import { manualSeed, ones, randn, referenceBackend, setBackend, type Tensor } from "@saccade/tensor";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { Trainer } from "../src/index.ts";

beforeEach(() => {
  setBackend(referenceBackend());
  manualSeed(0);
});

const x = ones([4, 3]);

class Block extends nn.Module {
  fc: nn.Linear = new nn.Linear(3, 3);
  norm: nn.LayerNorm = new nn.LayerNorm(3);
  drop: nn.Dropout = new nn.Dropout(0);
  adapter: nn.Linear | null = null;

  override forward(y: Tensor): Tensor {
    const z = this.drop.forward(this.norm.forward(this.fc.forward(y)));
    return this.adapter ? z.add(this.adapter.forward(y)) : z;
  }
}

class Net extends nn.Module {
  first: nn.Linear = new nn.Linear(3, 3);
  blocks: Block[] = [new Block(), new Block()];
  heads: Map<string, nn.Layer> = new Map([["main", new nn.Linear(3, 3)]]);
  scale: nn.Parameter = new nn.Parameter(ones([3]));
  extra: nn.Parameter | null = null;

  override forward(y: Tensor): Tensor {
    let z = this.first.forward(y);
    for (const block of this.blocks) z = block.forward(z);
    for (const head of this.heads.values()) z = head.forward(z);
    return this.extra ? z.mul(this.scale).add(this.extra) : z.mul(this.scale);
  }
}

const put = (target: object, fields: object): void => void Object.assign(target, fields);
const linear = (): nn.Linear => new nn.Linear(3, 3);
const vector = (): nn.Parameter => new nn.Parameter(ones([3]));
let spare = new nn.Linear(3, 3);

/** Replaces or adds a parameter; the error must name its path. */
const changes: Readonly<Record<string, readonly [path: string, (net: Net) => void]>> = {
  parameter: ["scale", (net) => put(net, { scale: vector() })],
  "parameter of a layer": ["blocks.1.fc.bias", (net) => put(net.blocks[1]!.fc, { bias: vector() })],
  "parameter of another layer": ["first.weight", (net) => put(net.first, { weight: spare.weight })],
  layer: ["first.weight", (net) => put(net, { first: new nn.Linear(3, 3) })],
  "layer made before the optimizer": ["first.weight", (net) => put(net, { first: spare })],
  "layer of a block": ["blocks.0.norm.weight", (net) => put(net.blocks[0]!, { norm: new nn.LayerNorm(3) })],
  "block in an array": ["blocks.1.fc.weight", (net) => void net.blocks.splice(1, 1, new Block())],
  "another array": ["blocks.0.fc.weight", (net) => put(net, { blocks: [new Block()] })],
  "layer in a Map": ["heads.main.weight", (net) => void net.heads.set("main", new nn.Linear(3, 3))],
  "added block": ["blocks.2.fc.weight", (net) => void net.blocks.push(new Block())],
  "added layer in a Map": ["heads.more.weight", (net) => void net.heads.set("more", new nn.Linear(3, 3))],
  "added adapter": ["blocks.0.adapter.weight", (net) => put(net.blocks[0]!, { adapter: linear() })],
  "added parameter": ["extra", (net) => put(net, { extra: vector() })],
  "tensor for a parameter": ["scale", (net) => put(net, { scale: ones([3]) })],
  "tensor for a weight": ["blocks.1.fc.weight", (net) => put(net.blocks[1]!.fc, { weight: ones([3, 3]) })],
  "tensor for a bias in a Map": [
    "heads.main.bias",
    ({ heads }) => put(heads.get("main")!, { bias: ones([3]) }),
  ],
};

const sources: Readonly<Record<string, (net: Net) => nn.Optimizer>> = {
  "the module": (net) => new nn.SGD(net, { lr: 0.1 }),
  "a list": (net) => new nn.Adam(net.parameters()),
  "a record": (net) => new nn.SGD(net.namedParameters(), { lr: 0.1, momentum: 0.9 }),
  groups: (net) => {
    const [first, ...others] = net.parameters();
    return new nn.SGD([{ params: [first!], lr: 0.5 }, { params: others }], { lr: 0.1 });
  },
};

type Step = () => unknown;

const modes: Readonly<Record<string, (net: Net, optimizer: nn.Optimizer) => Step>> = {
  plain: (net, optimizer) => () => optimizer.step(() => net.forward(x).square().mean()),
  "with metrics": (net, optimizer) => () =>
    optimizer.step(() => ({ loss: net.forward(x).square().mean(), seen: ones([]) })),
  compiled: (net, optimizer) => compile(() => optimizer.step(() => net.forward(x).square().mean())),
  "compiled inside": (net, optimizer) => {
    const forward = compile((y: Tensor) => net.forward(y));
    return () => optimizer.step(() => forward(x).square().mean());
  },
  trainer: (net, optimizer) => trainerStep(net, optimizer, {}),
  "compiled trainer": (net, optimizer) => trainerStep(net, optimizer, { compile: true }),
  "accumulating trainer": (net, optimizer) => trainerStep(net, optimizer, { accumulateGradBatches: 2 }),
};

function trainerStep(net: Net, optimizer: nn.Optimizer, options: object): Step {
  const trainingStep = (): Tensor => net.forward(x).square().mean();
  const run = { model: net, optimizer, data: [1, 2], trainingStep, maxEpochs: 1 };
  const trainer = new Trainer({ ...run, ...options });
  let epochs = 0;
  return () => trainer.fitSync({ maxEpochs: ++epochs });
}

const values = (tensors: readonly Tensor[]): unknown[] => tensors.map((tensor) => tensor.toArray());

const picks = fc.record({
  source: fc.constantFrom(...Object.keys(sources)),
  mode: fc.constantFrom(...Object.keys(modes)),
  before: fc.integer({ min: 0, max: 3 }),
  loads: fc.boolean(),
});

test.each(Object.entries(changes))(
  "a loss that reads a changed parameter throws, names its path and trains nothing, with any optimizer and way to train: %s",
  (change, [path, apply]) => {
    fc.assert(
      fc.property(picks, ({ source, mode, before, loads }) => {
        const net = new Net();
        spare = new nn.Linear(3, 3);
        const optimizer = sources[source]!(net);
        const step = modes[mode]!(net, optimizer);
        for (let i = 0; i < before; i++) step();
        if (loads) net.loadStateDict(new Net().stateDict());
        if (loads) optimizer.loadStateDict(optimizer.stateDict());
        apply(net);
        const trained = values(optimizer.params);
        for (let i = 0; i < 2; i++) {
          expect(step).toThrow(nn.TrainingError);
          expect(step).toThrow(` ${path}`);
        }
        expect(values(optimizer.params)).toEqual(trained);
        // A new optimizer takes what is there now, unless a tensor has a parameter's place.
        if (change.startsWith("tensor")) return;
        const again = modes[mode]!(net, sources[source]!(net));
        const old = values(net.parameters());
        again();
        expect(values(net.parameters())).not.toEqual(old);
        again();
      }),
      { numRuns: 3 },
    );
  },
);

const without = (net: Net, left: nn.Parameter): nn.Parameter[] =>
  net.parameters().filter((one) => one !== left);

test.each<[path: string, make: (net: Net) => nn.Optimizer, apply: (net: Net) => void]>([
  ["bias", (net) => new nn.SGD(net.first), (net) => put(net.first, { bias: vector() })],
  [
    "fc.weight",
    ({ blocks: [block] }) => new nn.SGD(block!),
    ({ blocks }) => void blocks.splice(0, 1, new Block()),
  ],
  [
    "adapter",
    (net) => new nn.SGD(net.blocks[0]!.norm),
    ({ blocks: [block] }) => put(block!, { adapter: linear() }),
  ],
  ["fc.weight", (net) => new nn.SGD(without(net, net.scale)), (net) => put(net.blocks[1]!, { fc: spare })],
])(
  "it throws too where a part is trained, and more comes into the part or beside it: %s",
  (path, make, apply) => {
    const net = new Net();
    const step = modes["plain"]!(net, make(net));
    step();
    step();
    apply(net);
    expect(step).toThrow(nn.TrainingError);
    expect(step).toThrow(path);
  },
);

describe("no noise", () => {
  test("a removed layer, one that the loss does not read, or that it reads in noGrad", () => {
    const net = new Net();
    const step = modes["plain"]!(net, new nn.SGD(net, { lr: 0.01 }));
    step();
    net.blocks.pop();
    step();
    Object.assign(net, { unused: new nn.Linear(3, 3) });
    step();
    Object.assign(net.blocks[0]!, { forward: (y: Tensor) => y.add(noGrad(() => spare.forward(y))) });
    Object.assign(net, { teacher: spare });
    step();
  });

  test("a parameter that takes another trained one's place: tied weights", () => {
    const net = new Net();
    const step = modes["plain"]!(net, new nn.SGD(net, { lr: 0.01 }));
    step();
    net.blocks[1]!.fc.weight = net.blocks[0]!.fc.weight;
    step();
    step();
  });

  test("parts, frozen layers and adapters, whatever is left out", () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.boolean()), fc.constantFrom(...Object.keys(modes)), (coins, mode) => {
        const net = new Net();
        for (const block of net.blocks) if (coins.next().value) block.adapter = new nn.Linear(3, 3);
        const all = net.parameters();
        const part = all.filter(() => coins.next().value);
        if (part.length === 0) part.push(net.scale);
        const step = modes[mode]!(net, new nn.SGD(part, { lr: 0.01 }));
        const frozen = all.filter((parameter) => !part.includes(parameter));
        const before = values(frozen);
        for (let i = 0; i < 3; i++) step();
        expect(values(frozen)).toEqual(before);
      }),
      { numRuns: 20 },
    );
  });

  test("two networks with an optimizer each, made in any order, also in one module", () => {
    class Pair extends nn.Module {
      maker: nn.Linear = new nn.Linear(3, 3);
      judge: nn.Linear | null = null;
      override forward(y: Tensor): Tensor {
        return this.judge!.forward(this.maker.forward(y));
      }
    }
    const pair = new Pair();
    const making = new nn.SGD(pair.maker, { lr: 0.1 });
    pair.judge = new nn.Linear(3, 1);
    const judging = new nn.SGD(pair.judge, { lr: 0.1 });
    for (const optimizer of [making, judging, making, judging])
      optimizer.step(() => pair.forward(x).square().mean());
    const outside = new nn.Linear(3, 1);
    for (let i = 0; i < 2; i++) making.step(() => outside.forward(pair.maker.forward(x)).square().mean());
  });

  test("an input that is trained through a network which no optimizer knows", () => {
    const image = new nn.Parameter(randn([4, 3]));
    const optimizer = new nn.SGD([image], { lr: 0.1 });
    const net = new Net();
    for (let i = 0; i < 3; i++) optimizer.step(() => net.forward(image).square().mean());
  });

  test("update with gradients from valueAndGrad", () => {
    const net = new nn.Sequential(new nn.Linear(3, 2), new nn.ReLU());
    const optimizer = new nn.SGD(net, { lr: 0.1 });
    const { grads } = valueAndGrad(() => nn.mseLoss(net.forward(x), ones([4, 2])), net.namedParameters());
    optimizer.update(grads);
  });
});
