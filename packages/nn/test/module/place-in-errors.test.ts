import { IndexError, ones, ShapeError, type Tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import * as nn from "../../src/index.ts";
import { errorOf, int } from "../helpers.ts";

class Net extends nn.Module {
  readonly blocks: readonly Layer[];
  readonly table = { words: new nn.Embedding(3, 2) };

  constructor(...blocks: readonly Layer[]) {
    super();
    this.blocks = blocks;
  }

  override forward(x: Tensor): Tensor {
    return this.blocks.reduce((y, block) => block.forward(y), x);
  }
}
type Layer = nn.Module & { forward(x: Tensor): Tensor };

test("an error of shapes says where in the model the layer is, at any depth", () => {
  const deep = (layer: Layer): Net =>
    new Net(new nn.Linear(2, 2), new nn.Sequential(new nn.ReLU(), new nn.Sequential(new nn.ReLU(), layer)));
  const layers: readonly [Layer, string][] = [
    [new nn.Linear(3, 1), "Linear"],
    [new nn.LayerNorm(3), "LayerNorm"],
    [new nn.BatchNorm1d(3), "BatchNorm1d"],
    [new nn.Conv1d(3, 1, 1), "Conv1d"],
  ];
  for (const [layer, name] of layers) {
    const net = deep(layer);
    const x = name === "Conv1d" ? ones([1, 2, 2]) : ones([4, 2]);
    const where = `(in blocks.1.1.1, a ${name} of Net)`;
    for (const run of [() => net.forward(x), () => new nn.SGD(net).step(() => net.forward(x).sum())]) {
      const error = errorOf(run);
      expect(error).toBeInstanceOf(ShapeError);
      expect(error.message.split(where)).toHaveLength(2);
      expect(error.stack).toContain(where);
    }
    // The same words before it as of a layer alone, which has no place.
    const alone = errorOf(() => layer.forward(net.blocks[0]!.forward(x)));
    expect(errorOf(() => net.forward(x)).message).toBe(
      `${alone.message.replace(/ \(in .*\)$/, "")} ${where}`,
    );
  }
  expect(errorOf(() => new nn.Linear(3, 1).forward(ones([2]))).message).not.toContain("(in ");
  const net = deep(new nn.ReLU());
  const beyond = errorOf(() => net.table.words.forward(int([3])));
  expect(beyond).toBeInstanceOf(IndexError);
  expect(beyond.message).toContain("(in table.words, an Embedding of Net)");
});
