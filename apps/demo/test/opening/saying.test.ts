import fc from "fast-check";
import { expect, it } from "vitest";
import { beatsOf, momentOf, msBefore } from "../../src/pages/opening/saying.ts";

it("each word comes after its own arcs, one after the other, until all are said", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 30 }), (words) => {
      const moments = Array.from({ length: beatsOf(words) + 1 }, (_, beat) => momentOf(beat));
      expect(moments[0]).toEqual({ read: 0, said: 0 });
      expect(moments.at(-1)).toEqual({ read: words, said: words });
      moments.slice(1).forEach((now, i) => {
        const before = moments[i]!;
        // A word that comes had its arcs at the beat before, and no others came since.
        if (now.said > before.said) expect(before.read).toBe(now.said);
        expect(now.read - before.read + (now.said - before.said)).toBe(1);
        expect(msBefore(i + 1)).toBeGreaterThan(0);
      });
    }),
  );
});
