import { type Kernel, type KernelTable, numelOf, type Operand } from "@saccade/tensor/backend";
import type { Machine } from "../machine.ts";
import { findPlaces, inHalves, perElement, perGroup, storageTypes, u, walkOf, wordsOf } from "../wgsl.ts";

// Ops along a row in order: sorting, the largest elements, and running sums.

/** Rows up to this size are sorted by counting, each element against all; longer ones are sorted on the host. */
const longestCounted = 1024;
/** The most elements that are picked from longer rows, one after another. */
const mostPicked = 128;
const width = 256;

/** u32 keys in the order of elements: NaN is the largest, −0 equals 0. Bits compare subnormal numbers too. */
const keys: Readonly<Record<Operand["dtype"], string>> = {
  float32: `fn keyOf(x: f32) -> u32 {
  let bits = bitcast<u32>(x);
  if (isNaN(x)) { return 0xffffffffu; }
  if (!isNonzero(x)) { return 0x80000000u; }
  return select(bits | 0x80000000u, ~bits, bits >> 31 == 1);
}`,
  int32: "fn keyOf(x: i32) -> u32 { return bitcast<u32>(x) ^ 0x80000000u; }",
  bool: "fn keyOf(x: u32) -> u32 { return x; }",
  float64: "",
};

/** Rows in order, or their first elements: equal elements keep their order. */
export function rankingKernels(machine: Machine): KernelTable {
  const rank = (
    name: string,
    x: Operand,
    outputs: readonly Operand[],
    dim: number,
    descending: boolean,
  ): boolean => {
    const { length, rows, walk, ...own } = rowsAlong([x, ...outputs], dim);
    const taken = outputs[0]!.shape[dim] ?? 1;
    if (length > longestCounted && taken > mostPicked) return false;
    const isCounted = length <= longestCounted;
    machine.run({
      name,
      variant: `${walk.sizes.length} ${descending} ${isCounted}`,
      reads: [x],
      writes: outputs,
      words: [isCounted ? rows * length : rows, length, taken, ...own.words],
      ...(isCounted ? { threads: rows * length } : { groups: machine.plane(rows) }),
      source: ([from, values, indices]) => {
        const row = findPlaces(walk, 4 + outputs.length, "row");
        const element = (j: string): string => `${from}[at0 + ${j} * ${u(3)}]`;
        const key = (j: string): string => `${descending ? "~" : ""}keyOf(${element(j)})`;
        const write = (to: string, j: string): string => `${values}[at1 + ${to} * ${u(4)}] = ${element(j)};
  ${indices}[at2 + ${to} * ${u(5)}] = i32(${j});`;
        const main = isCounted ? counted(row, key, write) : picked(row, key, write);
        return `${keys[x.dtype]}\n${main}`;
      },
    });
    return true;
  };
  return {
    sort: ([x], outputs, { dim, descending }) => rank("sort", x!, outputs, dim, descending),
    topk: ([x], outputs, { dim, largest }) => rank("topk", x!, outputs, dim, largest),
  };
}

type Code = (j: string) => string;

/** A thread an element: its place is the number of elements that come before it. */
function counted(row: string, key: Code, write: (to: string, j: string) => string): string {
  return perElement(`  let row = i / ${u(1)};
  let j = i % ${u(1)};
${row}
  let own = ${key("j")};
  var place = 0u;
  for (var e = 0u; e < ${u(1)}; e++) {
    let other = ${key("e")};
    if (other < own || (other == own && e < j)) { place++; }
  }
  if (place < ${u(2)}) {
  ${write("place", "j")}
  }`);
}

/** A workgroup a row: it looks for the first element, then for the first of those that come after it, and so on. */
function picked(row: string, key: Code, write: (to: string, j: string) => string): string {
  return `struct Found { key: u32, at: u32 }
const none = 0xffffffffu;
fn comesFirst(a: Found, b: Found) -> bool {
  return b.at == none || (a.at != none && (a.key < b.key || (a.key == b.key && a.at < b.at)));
}
var<workgroup> lanes: array<Found, ${width}>;
${perGroup(
  width,
  `${row}
  var last = Found(0u, none);
  for (var place = 0u; place < ${u(2)}; place++) {
    var best = Found(0u, none);
    for (var j = lane; j < ${u(1)}; j += ${width}u) {
      let own = Found(${key("j")}, j);
      if ((last.at == none || comesFirst(last, own)) && comesFirst(own, best)) { best = own; }
    }
    lanes[lane] = best;
    workgroupBarrier();
${inHalves(width, "if (comesFirst(lanes[lane + half], lanes[lane])) { lanes[lane] = lanes[lane + half]; }")}
    last = lanes[0];
    workgroupBarrier();
    if (lane == 0u) {
  ${write("place", "last.at")}
    }
  }`,
)}`;
}

/** Rows along a dim: a walk over them, and the words of each operand's step along a row and of the walk. */
function rowsAlong(operands: readonly Operand[], dim: number) {
  const { shape } = operands[0]!;
  const kept = shape.map((_, d) => d).filter((d) => d !== dim);
  const sizes = kept.map((d) => shape[d]!);
  const places = operands.map(({ strides, offset }) => ({ strides: kept.map((d) => strides[d]!), offset }));
  const walk = walkOf(sizes, places);
  const steps = operands.map(({ strides }) => strides[dim] ?? 0);
  const words = [...steps, ...wordsOf(walk, places)];
  return { length: shape[dim] ?? 1, rows: numelOf(sizes), walk, words };
}

/** Running sums, products and linear recurrences along a dim: a thread a row. */
export function scanKernels(machine: Machine): KernelTable {
  /** `step` makes `total` of the last total and the elements x0, x1; what rounding loses may be kept in `low`. */
  const scan = (
    name: string,
    start: string,
    step: string,
  ): Kernel<{ readonly dim: number; readonly reverse: boolean }> => {
    return (inputs, [y], { dim, reverse }) => {
      const { length, rows, walk, words } = rowsAlong([...inputs, y!], dim);
      const type = storageTypes[y!.dtype];
      const keeps = name === "cumsum" && y!.dtype === "float32";
      machine.run({
        name,
        variant: `${walk.sizes.length} ${reverse}`,
        reads: inputs,
        writes: [y!],
        words: [rows, length, ...words],
        threads: length && rows,
        source: (buffers) =>
          perElement(`${findPlaces(walk, 3 + inputs.length)}
  var total = ${type}(${start});${keeps ? " var low = 0f;" : ""}
  for (var e = 0u; e < ${u(1)}; e++) {
    let k = ${reverse ? `${u(1)} - 1u - e` : "e"};
${inputs.map((_, i) => `    let x${i} = ${type}(${buffers[i]}[at${i} + k * ${u(2 + i)}]);`).join("\n")}
    ${keeps ? "let s = keptSum(total, low, x0); total = s.x; low = s.y;" : `total = ${step};`}
    ${buffers.at(-1)}[at${inputs.length} + k * ${u(2 + inputs.length)}] = total${keeps ? " + low" : ""};
  }`),
      });
      return true;
    };
  };
  return {
    cumsum: scan("cumsum", "0", "total + x0"),
    cumprod: scan("cumprod", "1", "total * x0"),
    linearScan: scan("linearScan", "0", "x0 * total + x1"),
  };
}
