import fc from "fast-check";
import { expect, test } from "vitest";
import { Allocator, roundedSize } from "../../src/memory.ts";
import { Arena } from "../../src/recording.ts";
import { type Block, overlaps } from "../contract.ts";

const action = fc.record({
  what: fc.constantFrom("main", "arena", "arena", "arena", "reserve", "free", "free"),
  bytes: fc.oneof(fc.nat(200), fc.nat(30_000)),
  pick: fc.nat(),
});

test.each(["release", "dissolve"] as const)("blocks never overlap, and %s loses none", (end) => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 150 }), (actions) => {
      const main = new Allocator(4096, 2 ** 26, () => true);
      const arena = new Arena(main, new Allocator(0, 0, () => false));
      const blocks: (Block & { readonly from: Allocator | Arena })[] = [];
      const reserved: Block[] = [];
      for (const { what, bytes, pick } of actions) {
        if (what === "free") {
          const [block] = blocks.splice(pick % Math.max(1, blocks.length), 1);
          block?.from.free(block.address, block.bytes);
          continue;
        }
        const from = what === "main" ? main : arena;
        const address = what === "reserve" ? arena.reserve(bytes) : from.allocate(bytes);
        if (what === "reserve") reserved.push({ address, bytes });
        blocks.push({ address, bytes, from });
        // A reserved block is never handed out again, freed or not.
        const others = reserved.filter((block) => !blocks.some(({ address }) => address === block.address));
        expect(overlaps([...blocks, ...others])).toBe(false);
      }
      arena.keep(100);
      if (end === "release") {
        for (const { from, address, bytes } of blocks) if (from === arena) arena.free(address, bytes);
        arena.release();
      } else arena.dissolve();
      const left = end === "release" ? blocks.filter(({ from }) => from === main) : blocks;
      expect(main.use.live).toBe(left.reduce((sum, { bytes }) => sum + roundedSize(bytes), 0));
      expect(main.use.blocks).toBe(left.length);
      // All of it can be used again, and nothing twice.
      for (const bytes of [16, 100, 5000, 40_000])
        left.push({ address: main.allocate(bytes), bytes, from: main });
      expect(overlaps(left)).toBe(false);
      for (const { address, bytes } of left) main.free(address, bytes);
      expect([main.use.live, main.use.blocks]).toEqual([0, 0]);
      expect(main.use.free).toBe(main.use.top - 4096);
    }),
  );
});
