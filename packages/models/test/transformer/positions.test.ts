import { RelativePositions } from "@saccade/attention";
import { expect, test } from "vitest";
import { TransformerDecoderLayer, TransformerEncoderLayer } from "../../src/index.ts";

test("layers hand positions to their self-attention, and may share them", () => {
  const positions = new RelativePositions(2);
  const options = { dimFeedforward: 4, batchFirst: true, positions };
  const [encoder, decoder] = [
    new TransformerEncoderLayer(8, 2, options),
    new TransformerDecoderLayer(8, 2, options),
  ];
  expect(encoder.self_attn.positions).toBe(decoder.self_attn.positions);
  expect(decoder.multihead_attn.positions).toBeNull();
  expect(Object.keys(encoder.namedParameters())).toContain("self_attn.positions.weight");
});
