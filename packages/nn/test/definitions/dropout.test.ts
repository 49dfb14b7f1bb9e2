import { Generator, manualSeed } from "@saccade/tensor";
import fc from "fast-check";
import { test } from "vitest";
import { runs } from "../../../../vitest.level.ts";
import * as definitions from "../../src/definitions/index.ts";
import { Dropout, dropout } from "../../src/index.ts";
import { drawer, expectClose, holdTo, seeds } from "./hold.ts";

const shapes = fc.array(fc.nat(4), { maxLength: 3 });
const rates = fc.oneof(fc.constant(1), fc.double({ min: 0.01, max: 0.99, noNaN: true }));

test("dropout is its definition, bit for bit, in both derivatives", () => {
  fc.assert(
    fc.property(shapes, rates, seeds, (shape, p, seed) => {
      holdTo(
        (x) => definitions.dropout(x!, p, { generator: new Generator(seed) }),
        (x) => dropout(x!, p, { generator: new Generator(seed) }),
        [drawer(seed)(...shape)],
        0,
      );
    }),
    runs(60),
  );
});

test("Dropout draws as its definition does, one mask after the other", () => {
  fc.assert(
    fc.property(shapes, rates, seeds, (shape, p, seed) => {
      const [x, layer] = [drawer(seed, "float32")(...shape), new Dropout(p)];
      manualSeed(seed);
      const got = [layer.forward(x), layer.forward(x)];
      manualSeed(seed);
      for (const [i, y] of got.entries()) expectClose(y, definitions.dropout(x, p), `mask ${i}`, 0);
    }),
    runs(40),
  );
});
