import * as attention from "@saccade/attention";
import type { Tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { bools, expectClose, noise } from "../../../attention/test/helpers.ts";
import { TransformerDecoder, TransformerDecoderLayer } from "../../src/index.ts";

const kinds: Readonly<Record<string, () => attention.AttentionPositions | null>> = {
  no: () => null,
  rotary: () => new attention.RotaryPositions(4, { maxLen: 12 }),
  relative: () => new attention.RelativePositions(2, { numBuckets: 8, maxDistance: 6, bidirectional: false }),
  alibi: () => new attention.AlibiPositions(2),
};

function inChunks(x: Tensor, sizes: readonly number[], f: (part: Tensor) => void): void {
  let start = 0;
  for (const size of sizes) {
    f(x.narrow(1, start, size));
    start += size;
  }
}

test.each(Object.keys(kinds))(
  "a decoder with %s positions: cached equals whole, the memory's keys once",
  (kind) => {
    const positions = kinds[kind]!();
    const options = { dimFeedforward: 6, batchFirst: true, dropout: 0, positions };
    const decoder = new TransformerDecoder(() => new TransformerDecoderLayer(8, 2, options), 2);
    const [tgt, source] = [noise([2, 5, 8], 1), noise([2, 3, 8], 2)];
    const crossKeyMask = bools("111 100");
    const whole = decoder.forward(tgt, source, { causal: true, crossKeyMask, needWeights: true });
    const cache = new attention.KeyValueCache(2, { capacity: 2 });
    let start = 0;
    inChunks(tgt, [2, 1, 2], (part) => {
      // Once the keys of the memory are known, its values are not read.
      const memory = start === 0 ? source : source.mul(0);
      const seen = decoder.forward(part, memory, { causal: true, crossKeyMask, cache, needWeights: true });
      expectClose(seen.output, whole.output.narrow(1, start, part.size(1)));
      const cross = whole.weights[1]!.cross.narrow(2, start, part.size(1));
      expectClose(seen.weights[1]!.cross, cross);
      start += part.size(1);
    });
    expect([cache.length, cache.batchSize]).toEqual([5, 2]);
  },
);

test("a cache that does not fit a decoder is refused", () => {
  const x = noise([2, 3, 8]);
  const decoder = new TransformerDecoder(() => new TransformerDecoderLayer(8, 2, { batchFirst: true }), 2);
  expect(() => decoder.forward(x, x, { cache: new attention.KeyValueCache(3) })).toThrow(
    /has 3 layers, and the model 2/,
  );
  const cache = new attention.AttentionCache();
  // @ts-expect-error The type asks for a KeyValueCache, not for a cache of one attention.
  expect(() => decoder.forward(x, x, { cache })).toThrow(/cache must be a KeyValueCache/);
});
