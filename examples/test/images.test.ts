import { noGrad } from "@saccade/autograd";
import { manualSeed, tensor } from "@saccade/tensor";
import fc from "fast-check";
import { expect, it } from "vitest";
import { Captioner, cells } from "../images/captioner.ts";
import { drawMarks, size as markSize } from "../images/marks.ts";
import {
  captionOf,
  captionsOf,
  cellsOf,
  drawScene,
  eachPixel,
  type Scene,
  size,
  type Thing,
  vocabulary,
} from "../images/scenes.ts";
import { ViT } from "../images/vit.ts";
import { seededRandom } from "../random.ts";

const scenes = fc.integer({ min: 0, max: 1_000_000 }).map((seed): Scene => drawScene(seededRandom(seed)));
const extent = (thing: Thing): Record<"top" | "bottom" | "left" | "right", number> => {
  const rows: number[] = [];
  const columns: number[] = [];
  eachPixel(thing, (row, column) => {
    rows.push(row);
    columns.push(column);
  });
  return {
    top: Math.min(...rows),
    bottom: Math.max(...rows),
    left: Math.min(...columns),
    right: Math.max(...columns),
  };
};

it("a scene's things lie inside the image and apart, and its caption says how", () => {
  fc.assert(
    fc.property(scenes, (scene) => {
      const [a, b] = scene.things.map(extent) as [ReturnType<typeof extent>, ReturnType<typeof extent>];
      for (const { top, bottom, left, right } of [a, b]) {
        expect(Math.min(top, left)).toBeGreaterThanOrEqual(0);
        expect(Math.max(bottom, right)).toBeLessThan(size);
      }
      if (scene.relation === "above") expect(a.bottom).toBeLessThan(b.top);
      else expect(a.right).toBeLessThan(b.left);
      const words = captionOf(scene);
      expect(words.every((word) => vocabulary.includes(word))).toBe(true);
      const { input, target } = captionsOf([scene]);
      const read = (x: typeof input): (string | undefined)[] => x.toArray(2)[0]!.map((id) => vocabulary[id]);
      expect(read(input)).toEqual(["<bos>", ...words]);
      expect(read(target)).toEqual([...words, "<eos>"]);
    }),
    { numRuns: 50 },
  );
});

it("the captioner sees a thing only through the cells near it", () => {
  manualSeed(0);
  const net = new Captioner(vocabulary.length);
  fc.assert(
    fc.property(scenes, (scene) => {
      const [first, second] = scene.things;
      // The same scene with another first thing at the same place.
      const other: Scene = {
        ...scene,
        things: [{ ...first, color: first.color === "red" ? "blue" : "red" }, second],
      };
      const [a, b] = noGrad(() => [scene, other].map((one) => net.features(captionsOf([one]).images)));
      const apart = a!.sub(b!).abs().amax(-1).flatten().toArray(1);
      const near = cellsOf(first, cells, 4);
      expect(apart.some((difference) => difference > 0)).toBe(true);
      expect(apart.every((difference, cell) => near[cell] || difference === 0)).toBe(true);
      const mask = tensor([[near.map((one) => !one)]]);
      const logits = noGrad(() =>
        [scene, other].map((one) => {
          const { images, input } = captionsOf([one]);
          // The words before are those of one caption: only the images differ.
          return net.forward(images, input.narrow(1, 0, 1), mask).logits;
        }),
      );
      expect(logits[0]!.sub(logits[1]!).abs().max().item()).toBe(0);
    }),
    { numRuns: 20 },
  );
});

it("without positions, a Vision Transformer gives swapped patches the same answer", () => {
  manualSeed(0);
  const { x } = drawMarks("order", 4, seededRandom(0));
  const half = markSize / 3; // one column of patches
  const order = [2, 1, 0].flatMap((column) => Array.from({ length: half }, (_, i) => column * half + i));
  const swapped = x.indexSelect(2, tensor(order, { dtype: "int32" }));
  for (const positions of [false, true]) {
    const net = new ViT({ size: markSize, patch: 4, classes: 2, width: 16, layers: 2, positions });
    const [a, b] = noGrad(() => [net.forward(x), net.forward(swapped)]);
    const change = a!.sub(b!).abs().max().item();
    if (positions) expect(change).toBeGreaterThan(1e-5);
    else expect(change).toBeLessThan(1e-5);
  }
});
