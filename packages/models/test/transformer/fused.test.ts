import { profile } from "@saccade/tensor";
import { expect, test } from "vitest";
import { noise } from "../../../attention/test/helpers.ts";
import { TransformerEncoderLayer } from "../../src/index.ts";

test("layers whose weights nobody asks for run fused", () => {
  const x = noise([2, 5, 8], 1);
  const layer = new TransformerEncoderLayer(8, 2, { dimFeedforward: 16, batchFirst: true });
  expect([...profile(() => layer.forward(x)).kernels.keys()]).toContain("scaledDotProduct");
});
