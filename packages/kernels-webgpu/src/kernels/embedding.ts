import { type KernelTable, numelOf } from "@saccade/tensor/backend";
import type { Machine } from "../machine.ts";
import { findPlaces, type Place, perGroup, u, walkOf, windowOn, wordsOf } from "../wgsl.ts";
import { runIndexed } from "./moving.ts";

/** The indices that a workgroup scans before it adds the matches: 32 in each word of marks. */
const chunk = 1024;
/** Columns that a workgroup adds up at a time, each with what its roundings lost. */
const columnsAtOnce = 1024;

/** Rows that are looked up, and their gradient; rotations by position. */
export function embeddingKernels(machine: Machine): KernelTable {
  return {
    embedding([weight, index], [y]) {
      const own = windowOn(index!, y!.shape, [...index!.strides, 0]);
      const rows = windowOn(weight!, y!.shape, [...index!.shape.map(() => 0), weight!.strides[1]!]);
      runIndexed(machine, "embedding", [rows, own], y!, [weight!.strides[0]!], ([from, at], places) => {
        const row = `u32(${at}[${places.at(1)}]) * ${places.parameter(0)}`;
        return `  let value = ${from}[${places.at(0)} + ${row}];`;
      });
      return true;
    },
    // A workgroup for each row of the weight: its threads mark the indices that name the row, then each adds its columns
    // of what was marked, in order.
    embeddingGradient([g, index], [y], { paddingIdx }) {
      const width = machine.teamOf(64);
      const [rows, columns] = y!.shape as [number, number];
      const { shape } = index!;
      const places: Place[] = [
        { strides: g!.strides.slice(0, -1), offset: g!.offset },
        { strides: index!.strides, offset: index!.offset },
      ];
      const walk = walkOf(shape, places);
      const words = [rows, columns, numelOf(shape), paddingIdx ?? 0xffffffff, g!.strides.at(-1)!, y!.offset];
      const first = words.length;
      machine.run({
        name: "embeddingGradient",
        variant: `${walk.sizes.length} ${width}`,
        reads: [g!, index!],
        writes: [y!],
        words: [...words, ...wordsOf(walk, places)],
        groups: machine.plane(rows),
        source: ([from, at, to]) => `var<workgroup> marks: array<atomic<u32>, ${chunk / 32}>;
var<workgroup> lows: array<f32, ${columnsAtOnce}>;
${perGroup(
  width,
  `  let out = ${u(5)} + row * ${u(1)};
  for (var c = lane; c < ${u(1)}; c += ${width}u) { ${to}[out + c] = 0; }
  if (row == ${u(3)}) { return; }
  for (var first = 0u; first < ${u(1)}; first += ${columnsAtOnce}u) {
  let last = min(${u(1)}, first + ${columnsAtOnce}u);
  for (var c = lane; c < ${columnsAtOnce}u; c += ${width}u) { lows[c] = 0; }
  for (var start = 0u; start < ${u(2)}; start += ${chunk}u) {
    for (var k = lane; k < ${chunk / 32}u; k += ${width}u) { atomicStore(&marks[k], 0u); }
    workgroupBarrier();
    let end = min(${u(2)}, start + ${chunk}u);
    for (var i = start + lane; i < end; i += ${width}u) {
${findPlaces(walk, first)}
      if (u32(${at}[at1]) == row) { atomicOr(&marks[(i - start) / 32u], 1u << (i % 32u)); }
    }
    workgroupBarrier();
    for (var k = 0u; k < ${chunk / 32}u; k++) {
      var marked = atomicLoad(&marks[k]);
      while (marked != 0) {
        let i = start + k * 32u + firstTrailingBit(marked);
        marked &= marked - 1;
${findPlaces(walk, first)}
        for (var c = first + lane; c < last; c += ${width}u) {
          let s = keptSum(${to}[out + c], lows[c - first], ${from}[at0 + c * ${u(4)}]);
          ${to}[out + c] = s.x; lows[c - first] = s.y;
        }
      }
    }
    workgroupBarrier();
  }
  for (var c = first + lane; c < last; c += ${width}u) { ${to}[out + c] += lows[c - first]; }
  }`,
)}`,
      });
      return true;
    },
    /** Pairs of numbers turned by an angle for each position (Su et al. 2021). */
    rotary([x, table], [y], { interleaved, inverse }) {
      const { shape } = y!;
      const last = shape.length - 1;
      const half = shape[last]! / 2;
      const [row, column] = table!.strides.slice(-2) as [number, number];
      // The angles of a position are those of all leading dims.
      const angles = windowOn(
        table!,
        shape,
        shape.map((_, d) => (d === last ? column : d === last - 1 ? row : 0)),
      );
      const name = `rotary ${interleaved} ${inverse}`;
      runIndexed(machine, name, [x!, angles], y!, [half], ([from, turns], { at, parameter }) => {
        const own = `c${last}`;
        const size = parameter(0);
        const [pair, isSecond, first, second] = interleaved
          ? [`${own} / 2u`, `(${own} & 1u) == 1u`, "2u * pair", "2u * pair + 1u"]
          : [`${own} % ${size}`, `${own} >= ${size}`, "pair", `pair + ${size}`];
        return `  let pair = ${pair};
  let a = ${from}[${at(0, last, `(${first})`)}];
  let b = ${from}[${at(0, last, `(${second})`)}];
  let cosine = ${turns}[${at(1, last, "pair")}];
  let sine = ${inverse ? "-" : ""}${turns}[${at(1, last, `(pair + ${size})`)}];
  let value = select(a * cosine - b * sine, b * cosine + a * sine, ${isSecond});`;
      });
      return true;
    },
  };
}
