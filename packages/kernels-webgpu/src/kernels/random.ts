import { type KernelTable, numelOf } from "@saccade/tensor/backend";
import type { Machine } from "../machine.ts";
import { f, findPlaces, perElement, perGroup, u, walkOf, wordOf, wordsOf } from "../wgsl.ts";

interface State {
  readonly seed: readonly [number, number];
  readonly offset: number;
}

const keyWords = ({ seed, offset }: State): number[] => [seed[0], seed[1], offset];
/** The uniform number of element i: from its own block, whose other word is not used. */
const uniformNumber = `f32(threefry(vec2(${u(1)}, ${u(2)}), vec2(i, ${u(3)})).x >> 8) * 5.9604645e-8`;
const scaleFor = (p: number): number => (p === 1 ? 0 : 1 / (1 - p));

const width = 256;
/** The most draws without replacement: each looks at those before it. */
const mostDrawn = 256;

/** Random numbers by counter: element i depends on the seed, the number of the draw, and i. */
export function randomKernels(machine: Machine): KernelTable {
  return {
    uniform(_inputs, [y], { state }) {
      const n = numelOf(y!.shape);
      if (y!.dtype !== "float32") return false;
      machine.run({
        name: "uniform",
        variant: "",
        reads: [],
        writes: [y!],
        words: [n, ...keyWords(state)],
        threads: n,
        source: ([to]) => perElement(`  ${to}[i] = ${uniformNumber};`),
      });
      return true;
    },
    dropout([x], [y, kept], { p, state }) {
      const n = numelOf(y!.shape);
      const walk = walkOf(y!.shape, [x!]);
      machine.run({
        name: "dropout",
        variant: `${walk.sizes.length}`,
        reads: [x!],
        writes: [y!, kept!],
        words: [n, ...keyWords(state), wordOf(1 - p), wordOf(scaleFor(p)), ...wordsOf(walk, [x!])],
        threads: n,
        source: ([from, to, mask]) =>
          perElement(`${findPlaces(walk, 6)}
  let isKept = ${uniformNumber} < ${f(4)};
  ${mask}[i] = u32(isKept);
  ${to}[i] = select(0.0, f32(${from}[at0]) * ${f(5)}, isKept);`),
      });
      return true;
    },
    dropoutBackward([g, kept], [y], { p }) {
      machine.elementwise({
        name: "dropout scale",
        reads: [g!, kept!],
        names: ["x", "m"],
        types: [y!.dtype, "bool"],
        result: y!,
        value: "select(0.0, x * p, m != 0u)",
        parameters: [wordOf(scaleFor(p))],
      });
      return true;
    },
    /**
     * Draws by weights. Threads sum a piece of the row each; a draw walks along the pieces' sums, then along the piece where
     * its share of the total ends. Sums are float32: next to a border, a draw may differ from the reference's.
     */
    multinomial([weights], [y], { numSamples, replacement, state }) {
      if (weights!.dtype !== "float32" || (!replacement && numSamples > mostDrawn)) return false;
      const rows = numelOf(weights!.shape.slice(0, -1));
      const n = weights!.shape.at(-1)!;
      const steps = [weights!.shape.length > 1 ? weights!.strides[0]! : 0, weights!.strides.at(-1)!];
      const { seed, offset } = state;
      machine.run({
        name: "multinomial",
        variant: `${replacement}`,
        reads: [weights!],
        writes: [y!],
        words: [rows, n, numSamples, weights!.offset, ...steps, y!.offset, seed[0], seed[1], offset],
        groups: machine.plane(rows),
        source: ([from, to]) => `var<workgroup> sums: array<f32, ${width}>;
${perGroup(
  width,
  `  let n = ${u(1)};
  let first = ${u(3)} + row * ${u(4)};
  let piece = (n + ${width - 1}u) / ${width}u;
  let begin = min(n, lane * piece);
  let end = min(n, begin + piece);
  var sum = 0f;
  for (var j = begin; j < end; j++) { sum += ${from}[first + j * ${u(5)}]; }
  sums[lane] = sum;
  workgroupBarrier();
${replacement ? "" : "  // One after another: what was drawn weighs nothing from then on.\n  if (lane > 0u) { return; }"}
  for (var s = ${replacement ? "lane" : "0u"}; s < ${u(2)}; s += ${replacement ? width : 1}u) {
    let drawn = row * ${u(2)} + s;
    var total = 0f;
    for (var k = 0u; k < ${width}u; k++) { total += sums[k]; }
    var rest = f32(threefry(vec2(${u(7)}, ${u(8)}), vec2(drawn, ${u(9)})).x >> 8) * 5.9604645e-8 * total;
    var k = 0u;
    for (var e = 0u; e < ${width}u; e++) {
      if (sums[e] > 0) {
        k = e;
        if (rest < sums[e]) { break; }
        rest -= sums[e];
      }
    }
    let last = min(n, (k + 1) * piece);
    var found = k * piece;
    for (var j = k * piece; j < last; j++) {
      let weight = ${replacement ? `${from}[first + j * ${u(5)}]` : "left(j, row, s, first)"};
      if (weight > 0) {
        found = j;
        if (rest < weight) { break; }
        rest -= weight;
      }
    }
    ${to}[${u(6)} + drawn] = i32(found);
${
  replacement
    ? ""
    : `    sum = 0f;
    for (var j = k * piece; j < last; j++) { sum += left(j, row, s + 1, first); }
    sums[k] = sum;`
}
  }`,
)}
${
  replacement
    ? ""
    : `// The weight of element j after so many draws.
fn left(j: u32, row: u32, draws: u32, first: u32) -> f32 {
  for (var s = 0u; s < draws; s++) {
    if (${to}[${u(6)} + row * ${u(2)} + s] == i32(j)) { return 0; }
  }
  return ${from}[first + j * ${u(5)}];
}`
}`,
      });
      return true;
    },
  };
}
