import type { Operand } from "@saccade/tensor/backend";
import {
  countOf,
  f,
  type Kernel,
  type KernelTable,
  type Machine,
  perElement,
  u,
  wordOf,
} from "../machine.ts";
import { findPlaces, walkOf, wordsOf } from "../walk.ts";

/** Threefry-2x32, 20 rounds (Salmon et al. 2011): the same bits as everywhere. */
export const threefry: string = `fn threefry(key: vec2<u32>, counter: vec2<u32>) -> vec2<u32> {
  var keys = array<u32, 3>(key.x, key.y, 0x1bd11bdau ^ key.x ^ key.y);
  const rotations = array<u32, 8>(13u, 15u, 26u, 6u, 17u, 29u, 16u, 24u);
  var x = counter + key;
  for (var group = 0u; group < 5u; group++) {
    for (var r = 0u; r < 4u; r++) {
      x.x += x.y;
      let by = rotations[(group % 2u) * 4u + r];
      x.y = ((x.y << by) | (x.y >> (32u - by))) ^ x.x;
    }
    x.x += keys[(group + 1u) % 3u];
    x.y += keys[(group + 2u) % 3u] + group + 1u;
  }
  return x;
}`;

interface State {
  readonly seed: readonly [number, number];
  readonly offset: number;
}

const keyWords = ({ seed, offset }: State): number[] => [seed[0], seed[1], offset];
/** The uniform number of element i: from its own block, whose other word is not used. */
const uniformNumber = `f32(threefry(vec2(${u(1)}, ${u(2)}), vec2(i, ${u(3)})).x >> 8) * 5.9604645e-8`;
const scaleFor = (p: number): number => (p === 1 ? 0 : 1 / (1 - p));

/** Random numbers by counter: element i depends on the seed, the number of the draw, and i. */
export function randomKernels(machine: Machine): KernelTable {
  const uniform: Kernel<{ readonly state: State }> = (_inputs, [y], { state }) => {
    const n = countOf(y!.shape);
    if (y!.dtype !== "float32") return false;
    if (n === 0) return true;
    machine.run({
      name: "uniform",
      variant: "",
      reads: [],
      writes: [y!],
      words: [n, ...keyWords(state)],
      threads: n,
      source: ([to]) => `${threefry}
${perElement(`  ${to}[i] = ${uniformNumber};`)}`,
    });
    return true;
  };
  return {
    uniform,
    dropout([x], [y, kept], { p, state }) {
      const n = countOf(y!.shape);
      if (n === 0) return true;
      const walk = walkOf(y!.shape, [x!]);
      machine.run({
        name: "dropout",
        variant: `${walk.sizes.length}`,
        reads: [x!],
        writes: [y!, kept!],
        words: [n, ...keyWords(state), wordOf(1 - p), wordOf(scaleFor(p)), ...wordsOf(walk, [x!])],
        threads: n,
        source: ([from, to, mask]) => `${threefry}
${perElement(`${findPlaces(walk, 6)}
  let isKept = ${uniformNumber} < ${f(4)};
  ${mask}[i] = u32(isKept);
  ${to}[i] = select(0.0, f32(${from}[at0]) * ${f(5)}, isKept);`)}`,
      });
      return true;
    },
    dropoutBackward([g, kept], [y], { p }) {
      scaleKept(g!, kept!, y!, p);
      return true;
    },
  };

  function scaleKept(x: Operand, kept: Operand, y: Operand, p: number): void {
    machine.elementwise({
      name: "dropout scale",
      reads: [x, kept],
      names: ["x", "m"],
      types: [y.dtype, "bool"],
      result: y,
      value: "select(0.0, x * p, m != 0u)",
      parameters: [wordOf(scaleFor(p))],
    });
  }
}
