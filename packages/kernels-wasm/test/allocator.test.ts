import { OutOfMemoryError } from "@saccade/tensor";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Allocator, roundedSize } from "../src/memory.ts";
import { type Block, overlaps } from "./contract.ts";

const start = 4096;

describe("Allocator", () => {
  test("sizes are multiples of 16, hold the request and waste little", () => {
    let before = 0;
    for (const bytes of [
      ...Array(5000).keys(),
      ...[16, 17, 20, 24, 28, 31].flatMap((k) => [2 ** k, 2 ** k + 1]),
    ]) {
      const size = roundedSize(bytes);
      expect(size % 16).toBe(0);
      expect(size).toBeGreaterThanOrEqual(Math.max(bytes, 16));
      expect(size).toBeLessThanOrEqual(Math.max(bytes * 1.125 + 16, 16));
      expect(roundedSize(size)).toBe(size);
      if (bytes > before) expect(size).toBeGreaterThanOrEqual(roundedSize(before));
      before = bytes;
    }
  });

  test("no overlap and no loss, whatever the sizes and the order", () => {
    const step = fc.record({ size: fc.oneof(fc.nat(300), fc.nat(40_000)), pick: fc.nat() });
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 300 }),
        fc.integer({ min: 50_000, max: 400_000 }),
        (run, limit) => {
          let reached = 0;
          const allocator = new Allocator(start, limit, (bytes) => {
            reached = Math.max(reached, bytes);
            return bytes <= limit;
          });
          const live: Block[] = [];
          for (const { size, pick } of run) {
            if (pick % 3 === 0 && live.length > 0) {
              const [block] = live.splice(pick % live.length, 1);
              allocator.free(block!.address, block!.bytes);
              continue;
            }
            const before = allocator.use;
            try {
              const address = allocator.allocate(size);
              expect(address % 16).toBe(0);
              expect(address).toBeGreaterThanOrEqual(start);
              expect(address + roundedSize(size)).toBeLessThanOrEqual(Math.min(limit, reached));
              live.push({ address, bytes: size });
            } catch (error) {
              expect(error).toBeInstanceOf(OutOfMemoryError);
              expect(allocator.use.live).toBe(before.live);
            }
            expect(overlaps(live)).toBe(false);
            const { live: bytes, free, blocks, top } = allocator.use;
            expect(bytes).toBe(live.reduce((n, block) => n + roundedSize(block.bytes), 0));
            expect(blocks).toBe(live.length);
            expect(bytes + free).toBe(top - start);
          }
          for (const block of live) allocator.free(block.address, block.bytes);
          expect(allocator.use.live).toBe(0);
          // Nothing was lost: all of it can be had at once.
          const all = Math.floor((limit - start) / 16 / 1.25) * 16;
          expect(() => allocator.allocate(all)).not.toThrow();
        },
      ),
      { numRuns: 300 },
    );
  });

  test("a full memory says what is live, and goes on after freeing", () => {
    const allocator = new Allocator(start, 2 ** 20, (bytes) => bytes <= 2 ** 20);
    const first = allocator.allocate(600_000);
    expect(() => allocator.allocate(600_000)).toThrow(
      /no room for 600000 bytes: 1 live blocks hold .* limit is 1\.0 MiB/,
    );
    allocator.free(first, 600_000);
    expect(allocator.allocate(600_000)).toBe(first);
  });

  test("a block of a size that comes again is the same block", () => {
    const allocator = new Allocator(start, 2 ** 20, () => true);
    const first = allocator.allocate(1000);
    allocator.free(first, 1000);
    for (let i = 0; i < 10_000; i++) allocator.free(allocator.allocate(1000), 1000);
    expect(allocator.use.top).toBe(first + roundedSize(1000));
  });
});
