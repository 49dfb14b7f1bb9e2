import type { Operand } from "@saccade/tensor/backend";
import { countOf, type Machine, perElement, u, windowOn } from "../machine.ts";
import { calledIn } from "./functions.ts";

export interface Places {
  /** The word of a parameter. */
  parameter(k: number): string;
  /** Where an operand has the element at c0, c1, …, with another coordinate in one dim. */
  at(operand: number, dim?: number, coordinate?: string): string;
}

/**
 * y = `value` of a body that knows the coordinates c0, c1, … of its element, and can look elsewhere: a thread an element.
 */
export function runIndexed(
  machine: Machine,
  name: string,
  reads: readonly Operand[],
  y: Operand,
  parameters: readonly number[],
  body: (buffers: readonly string[], places: Places) => string,
  variant: string = "",
  hasPlaces: boolean = true,
): void {
  const n = countOf(y.shape);
  if (n === 0) return;
  const rank = y.shape.length;
  const words = [n, ...y.shape, ...parameters.map((word) => word >>> 0), y.offset];
  const first = words.length;
  if (hasPlaces) for (const x of reads) words.push(x.offset, ...x.strides);
  machine.run({
    name,
    variant: `${rank} ${variant}`,
    reads,
    writes: [y],
    words,
    threads: n,
    source: (buffers) => {
      const places: Places = {
        parameter: (k) => u(1 + rank + k),
        at: (operand, dim, coordinate) => {
          const start = first + operand * (rank + 1);
          const steps = Array.from({ length: rank }, (_, d) => {
            return `${d === dim ? coordinate : `c${d}`} * ${u(start + 1 + d)}`;
          });
          return [u(start), ...steps].join(" + ");
        },
      };
      const lines = ["  var rest = i;"];
      for (let d = rank - 1; d >= 0; d--) {
        lines.push(`  let c${d} = rest % ${u(1 + d)};`);
        lines.push(`  rest /= ${u(1 + d)};`);
      }
      lines.push(body(buffers, places));
      lines.push(`  ${buffers.at(-1)}[${u(first - 1)} + i] = value;`);
      const main = perElement(lines.join("\n"));
      return `${calledIn(main)}\n${main}`;
    },
  });
}

/** A list along a dim, in every place of the other dims. */
export function listAlong(list: Operand, rank: number, dim: number): Operand {
  const strides = Array.from({ length: rank }, (_, d) => (d === dim ? list.strides[0]! : 0));
  return windowOn(list, strides, strides);
}
