import type { Operand } from "@saccade/tensor/backend";
import { type Machine, u as word } from "../machine.ts";
import { type AttentionCall, gridOf, placed } from "./attention-call.ts";
import { calledIn } from "./functions.ts";
import { acrossFor, none, Tiles, writer } from "./tiles.ts";

// Attention in tiles of queries and keys (Dao et al. 2022, algorithm 1): a workgroup takes a tile of queries over all tiles
// of keys, and holds sums of weighted values relative to the largest score so far (Milakov and Gimelshein 2018). No matrix of
// weights exists. Values that are wider than a workgroup's sums are shared among workgroups, which have the scores twice.

export function runForward(machine: Machine, call: AttentionCall, output: Operand, logSumExp: Operand): void {
  const { lq, lk, dv, batches, causal, masked, drops, excludes, reads, variant, u, start, matrix } = call;
  const tiles = new Tiles(acrossFor(machine, lq, lk));
  const { across, side } = tiles;
  const vectors = tiles.vectors(dv);
  const width = vectors * side;
  const sizes = gridOf(dv, width, Math.ceil(lq / side), batches);
  const first = call.words.length;
  const [outAt, lseAt] = [word(first + 3), word(first + 4)];
  machine.run({
    name: "scaledDotProduct",
    variant: `${variant} ${across} ${vectors}`,
    reads,
    writes: [output, logSumExp],
    words: [...call.words, ...sizes, output.offset, logSumExp.offset],
    groups: tiles.groups(machine, sizes[0] * sizes[1] * sizes[2]),
    source: (buffers) => {
      const [to, lse] = buffers.slice(-2) as [string, string];
      const [q, k, v] = (["q", "k", "v"] as const).map((role) => matrix(role, buffers));
      const last = causal ? `min(${u.lk}, top0 + ${side}u)` : u.lk;
      const kept = drops ? " * kept4(batch, row + r, column)" : "";
      // Without a mask, each query has a key.
      const counts = (line: string): string => (masked ? line : "");
      const main = `${tiles.main}
${placed(first, width, side)}
${start}
  let row = top0 + y * 4u;
  // Of four rows: the largest score so far, and relative to it the sum of exponentials; how many keys there were.
  var top = array<f32, 4>(lowest, lowest, lowest, lowest);
  var total: array<f32, 4>;
${counts(`  var seen: array<f32, 4>;`)}
${tiles.sums("o", vectors)}
  for (var key = 0u; key < ${last}; key += ${side}u) {
${tiles.product("s", q!, "top0", k!, "key")}
    let column = key + x * 4u;
    var exists: array<vec4<bool>, 4>;
    for (var r = 0u; r < 4u; r++) {
      exists[r] = allowed4(row + r, column);
      s[r] += bias4(row + r, column);
      let found = select(vec4(lowest), s[r], exists[r]);
      peaks[x * ${side}u + y * 4u + r] = max(max(found.x, found.y), max(found.z, found.w));
    }
    ${tiles.barrier}
    var by: array<f32, 4>;
    for (var r = 0u; r < 4u; r++) {
      let old = top[r];
      for (var t = 0u; t < ${across}u; t++) { top[r] = max(top[r], peaks[t * ${side}u + y * 4u + r]); }
      by[r] = expOf(old - top[r]);
      let w = select(vec4<f32>(), exp4(s[r] - top[r]), exists[r]);
      total[r] = total[r] * by[r] + dot(w, vec4(1.0));
${counts(`      seen[r] += dot(select(vec4<f32>(), vec4(1.0), exists[r]), vec4(1.0));`)}
      s[r] = select(vec4(${none}), w${kept}, exists[r]);
    }
${tiles.rescale("o", vectors, "by")}
${tiles.keep("s")}
${tiles.accumulate("o", vectors, v!, "key", `min(${side}u, ${u.lk} - key)`, "left", excludes)}
  }
  // The sums of all threads of a row.
  var inverse: array<f32, 4>;
  for (var r = 0u; r < 4u; r++) {
    peaks[x * ${side}u + y * 4u + r] = total[r];
${counts(`    shown[x * ${side}u + y * 4u + r] = seen[r];`)}
  }
  ${tiles.barrier}
  for (var r = 0u; r < 4u; r++) {
    total[r] = 0;
    var keys = ${masked ? "0f" : `f32(${u.lk})`};
    for (var t = 0u; t < ${across}u; t++) {
      total[r] += peaks[t * ${side}u + y * 4u + r];
${counts(`      keys += shown[t * ${side}u + y * 4u + r];`)}
    }
    inverse[r] = shareOf(total[r], keys);
    if (left == 0u && x == 0u && row + r < ${u.lq}) {
      ${lse}[${lseAt} + batch * ${u.lq} + row + r] = top[r] + ln(total[r]);
    }
  }
${tiles.write("put", "o", vectors, "top0", "left", "inverse")}
}`;
      const own = `${writer("put", to, outAt, u.lq, u.dv)}
const lowest = -3.4028234e38f;
${shareOf}`;
      const body = `${call.head(buffers)}
${own}
${tiles.shared}
${tiles.memory("peaks", "f32", across * side)}
${counts(tiles.memory("shown", "f32", across * side))}
${main}`;
      return `${calledIn(body)}\n${body}`;
    },
  });
}

/** 1 over a row's total: NaN where all scores are −∞, 0 without keys. */
export const shareOf = `fn shareOf(total: f32, seen: f32) -> f32 {
  if (seen == 0) { return 0; }
  if (total == 0) { return notANumber(); }
  return 1 / total;
}`;
