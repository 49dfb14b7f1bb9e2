import { around, type Box } from "../ui/box.ts";

const rounds = 300;

/** Boxes that overlap are pushed apart, each the shorter way, and stay inside; they end near where they were. */
export function apart(boxes: readonly Box[], { w: width, h: height }: Pick<Box, "w" | "h">): Box[] {
  const placed = boxes.map((box) => ({ ...box }));
  for (let round = 0; round < rounds; round++) {
    for (const [i, a] of placed.entries()) {
      for (const b of placed.slice(i + 1)) {
        const { w, h } = around(a, b);
        const [across, down] = [a.w + b.w - w, a.h + b.h - h];
        if (across <= 0 || down <= 0) continue;
        const [axis, push] = across < down ? (["x", across] as const) : (["y", down] as const);
        const way = a[axis] < b[axis] ? push / 2 : -push / 2;
        a[axis] -= way;
        b[axis] += way;
      }
      a.x = Math.min(width - a.w, Math.max(0, a.x));
      a.y = Math.min(height - a.h, Math.max(0, a.y));
    }
  }
  return placed;
}
