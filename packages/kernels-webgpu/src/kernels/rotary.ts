import { type KernelTable, type Machine, windowOn } from "../machine.ts";
import { runIndexed } from "./indexed.ts";

/** Pairs of numbers turned by an angle for each position (Su et al. 2021). */
export function rotaryKernels(machine: Machine): KernelTable {
  return {
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
      runIndexed(
        machine,
        "rotary",
        [x!, angles],
        y!,
        [half],
        ([from, turns], { at, parameter }) => {
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
        },
        `${interleaved} ${inverse}`,
      );
      return true;
    },
  };
}
