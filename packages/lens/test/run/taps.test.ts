import { scaledDotProductAttention } from "@saccade/attention";
import { checkpoint, grad } from "@saccade/autograd";
import { Linear, Module, nameSites, running, tap } from "@saccade/nn";
import { randn, scope, type Tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { addHooks, runWithCache, runWithHooks } from "../../src/index.ts";

// A user's module whose attention is a function of the library.
class Reader extends Module {
  map = new Linear(4, 4);

  constructor() {
    super();
    nameSites(this, { sites: ["hook_mapped", "hook_attn_scores", "hook_pattern"] });
  }

  override forward(x: Tensor): Tensor {
    return running(this, () => {
      const mapped = tap("hook_mapped", this.map.forward(x));
      return scaledDotProductAttention(mapped, mapped, x, { needWeights: false }).output;
    });
  }
}

class Net extends Module {
  readers = [new Reader(), new Reader()];

  override forward(x: Tensor): Tensor {
    return scope(() => this.readers.reduce((y, reader) => reader.forward(y), x));
  }
}

test("a tap has the path of the module that runs, also in functions that the module calls", () => {
  const net = new Net();
  const x = randn([2, 3, 4]);
  const { output, cache } = runWithCache(net, x);
  const names = ["hook_mapped", "hook_attn_scores", "hook_pattern"];
  expect(cache.names).toEqual([0, 1].flatMap((i) => names.map((name) => `readers.${i}.${name}`)));
  expect(cache.get("readers.1.hook_pattern").shape).toEqual([2, 3, 3]);
  // The fused path, without listeners.
  expect(output.sub(net.forward(x)).abs().max().item()).toBeLessThan(1e-6);
});

test("a hook replaces a tap's value in the module that it names, and in no other", () => {
  const net = new Net();
  const x = randn([2, 3, 4]);
  const hooks = { "readers.0.hook_pattern": (pattern: Tensor) => pattern.mul(0) };
  const output = runWithHooks(net, x, { hooks });
  expect(output.abs().max().item()).toBe(0);
});

test("a module that does not say that it runs has no taps, and a hook there is refused", () => {
  class Unnamed extends Reader {
    override forward(x: Tensor): Tensor {
      return scaledDotProductAttention(x, x, x).output;
    }
  }
  const alone = new Unnamed();
  const hooks = { hook_pattern: (pattern: Tensor) => pattern.mul(0) };
  expect(() => runWithHooks(alone, randn([2, 3, 4]), { hooks })).toThrow('did not come to "hook_pattern"');
});

test("what a checkpoint computes again in the backward pass has the taps of its module", () => {
  class Checkpointed extends Reader {
    override forward(x: Tensor): Tensor {
      return running(this, () => checkpoint(() => tap("hook_mapped", this.map.forward(x)).tanh()));
    }
  }
  class Plain extends Reader {
    override forward(x: Tensor): Tensor {
      return running(this, () => tap("hook_mapped", this.map.forward(x)).tanh());
    }
  }
  const x = randn([2, 4]);
  const [plain, checkpointed] = [new Plain(), new Checkpointed()];
  checkpointed.loadStateDict(plain.stateDict());
  const [first, second] = [plain, checkpointed].map((reader) => {
    addHooks(reader, { hook_mapped: (mapped) => mapped.mul(0.25) });
    return grad((y: Tensor) => reader.forward(y).sum())(x);
  });
  expect(second!.sub(first!).abs().max().item()).toBeLessThan(1e-7);
});

test("what a hook computes has no taps of the module whose value it gets", () => {
  const reader = new Reader();
  const x = randn([2, 3, 4]);
  let visits = 0;
  const hook = (pattern: Tensor): Tensor => {
    visits++;
    return scaledDotProductAttention(pattern, pattern, pattern).weights;
  };
  runWithHooks(reader, x, { hooks: { hook_pattern: hook } });
  expect(visits).toBe(1);
});
