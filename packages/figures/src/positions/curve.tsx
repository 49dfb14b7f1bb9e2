import type { JSX } from "preact";
import { Chart, Dot, GridLines, Note, Path, Upright, XTicks } from "../ui/index.ts";

interface CurveProps {
  /** The score with each key. */
  readonly scores: readonly number[];
  readonly domain: readonly [number, number];
  readonly query: number;
  readonly chosen: number;
  /** How far all is on its way to the next position, 0 to 1. */
  readonly part: number;
  readonly axis: string;
  readonly label: string;
}

/** Scores of one query with a key at each position. */
export function Curve({ scores, domain, query, chosen, part, axis, label }: CurveProps): JSX.Element {
  const last = scores.length - 1;
  const moved = (position: number): number => Math.min(last, position + part);
  const places = scores.map((_, j) => moved(j));
  return (
    <Chart x={[0, last]} y={domain} margin={[10, 10, 42, 36]} height={192} label={label}>
      <GridLines ticks={[domain[0], (domain[0] + domain[1]) / 2, domain[1]]} />
      <Path class="curve pink" x={places} y={scores} />
      <Upright class="at query" at={moved(query)} />
      <Upright class="at key" at={moved(chosen)} />
      <Dot class="dot spot pink" x={moved(chosen)} y={scores[chosen] ?? 0} r={5} />
      <XTicks ticks={[0, 16, 32, 48, 63]} />
      <Note x={last / 2} y="bottom" dy={37} anchor="middle">
        {axis}
      </Note>
    </Chart>
  );
}
