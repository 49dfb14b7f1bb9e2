import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../vitest.level.ts";
import * as definitions from "../../src/definitions/index.ts";
import { LayerNorm, layerNorm, linear, RMSNorm, rmsNorm } from "../../src/index.ts";
import { drawer, expectClose, holdTo, seeds, size } from "./hold.ts";

const eps = fc.constantFrom(1e-5, 0.1, 1);
const shapes = fc.record({
  rows: fc.array(fc.nat(3), { maxLength: 2 }),
  normalized: fc.array(fc.integer({ min: 2, max: 5 }), { minLength: 1, maxLength: 2 }),
});

test("layerNorm is its definition, with and without weight and bias, in both derivatives", () => {
  fc.assert(
    fc.property(shapes, eps, fc.nat(2), seeds, ({ rows, normalized }, epsilon, affine, seed) => {
      const draw = drawer(seed);
      const affinity = [0, 1].slice(0, affine).map(() => draw(...normalized));
      const inputs = [draw(...rows, ...normalized), ...affinity];
      holdTo(
        (x, w, b) => definitions.layerNorm(x!, normalized, w, b, epsilon),
        (x, w, b) => layerNorm(x!, normalized, w, b, epsilon),
        inputs,
        1e-7, // a row of two nearly equal numbers has large derivatives
      );
    }),
    runs(60),
  );
});

test("rmsNorm is its definition, with and without a weight, in both derivatives", () => {
  fc.assert(
    fc.property(shapes, eps, fc.boolean(), seeds, ({ rows, normalized }, epsilon, weighted, seed) => {
      const draw = drawer(seed);
      const inputs = [draw(...rows, ...normalized), ...(weighted ? [draw(...normalized)] : [])];
      holdTo(
        (x, w) => definitions.rmsNorm(x!, normalized, w ?? null, epsilon),
        (x, w) => rmsNorm(x!, normalized, w, epsilon),
        inputs,
        1e-7,
      );
    }),
    runs(60),
  );
});

test("the modules of both apply it to their parameters, with their defaults", () => {
  fc.assert(
    fc.property(size(4), fc.integer({ min: 2, max: 9 }), seeds, (rows, width, seed) => {
      const draw = drawer(seed, "float32");
      const [x, weight, bias] = [draw(rows, width), draw(width), draw(width)];
      const [layer, root] = [new LayerNorm(width), new RMSNorm(width)];
      layer.loadStateDict({ weight, bias });
      root.loadStateDict({ weight });
      expectClose(layer.forward(x), definitions.layerNorm(x, [width], weight, bias), "layer norm", 1e-4);
      const epsilon = 2 ** -23; // of float32
      expectClose(root.forward(x), definitions.rmsNorm(x, [width], weight, epsilon), "RMS norm", 1e-4);
    }),
    runs(40),
  );
  const [x, none] = [drawer(0)(2, 3), new LayerNorm(3, { elementwiseAffine: false })];
  expectClose(none.forward(x), definitions.layerNorm(x, [3]), "without parameters", 1e-12);
  expect(none.parameters()).toEqual([]);
});

test("linear is its definition, in both derivatives", () => {
  fc.assert(
    fc.property(size(4), size(5), size(5), fc.boolean(), seeds, (rows, width, out, biased, seed) => {
      const draw = drawer(seed);
      const inputs = [draw(2, rows, width), draw(out, width), ...(biased ? [draw(out)] : [])];
      holdTo(
        (x, w, b) => definitions.linear(x!, w!, b),
        (x, w, b) => linear(x!, w!, b),
        inputs,
      );
    }),
    runs(30),
  );
});

test("a tensor that is given twice has the gradients of both places, in both derivatives", () => {
  const draw = drawer(1);
  holdTo(
    (x, w) => definitions.layerNorm(x!, [3], w!, w!, 0.1),
    (x, w) => layerNorm(x!, [3], w!, w!, 0.1),
    [draw(2, 3), draw(3)],
  );
});
