import { linearScale } from "@saccade/plot/page";
import type { JSX } from "preact";
import { pathOf, useWidth } from "../ui/index.ts";
import { type Kind, kinds, type Norms, reach } from "./norms.ts";

// Powers of ten of the axis. Smaller norms leave it below.
const [lowest, highest] = [-18, 0];
const [top, bottom, height] = [22, 250, 274];
// Between the names of two lines.
const apart = 15;

interface ChartProps {
  readonly norms: Readonly<Record<Kind, Norms>>;
  readonly names: Readonly<Record<Kind, string>>;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly label: string;
}

/** A line for each kind of network: the norm over the distance, on a logarithmic axis. */
export function Chart({ norms, names, xLabel, yLabel, label }: ChartProps): JSX.Element {
  const { ref, width } = useWidth<SVGSVGElement>(600);
  const [left, right] = [40, width - 76];
  const x = linearScale([0, reach], left, right);
  const y = linearScale([lowest, highest], bottom, top);
  const logs = (kind: Kind): number[] => norms[kind].map((norm) => Math.max(lowest, Math.log10(norm)));
  const steps = Array.from({ length: reach + 1 }, (_, i) => i);
  const places = spread(kinds.map((kind) => y.at(logs(kind).at(-1) ?? lowest)));
  return (
    <svg ref={ref} class="chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {[0, -3, -6, -9, -12, -15, -18].map((power) => (
        <g key={power}>
          <line class="grid" x1={left} x2={right} y1={y.at(power)} y2={y.at(power)} />
          <text x={left - 6} y={y.at(power)} dy="0.35em" text-anchor="end">
            {power === 0 ? "1" : `10${superscript(power)}`}
          </text>
        </g>
      ))}
      {[0, 10, 20, 30, 40, 50].map((back) => (
        <text key={back} x={x.at(back)} y={bottom + 16} text-anchor="middle">
          {back}
        </text>
      ))}
      <text x={left + 4} y={10}>
        {yLabel}
      </text>
      <text x={left + 4} y={bottom - 8}>
        {xLabel}
      </text>
      {kinds.map((kind, i) => (
        <g key={kind} class={`way ${kind}`}>
          <path d={pathOf(steps, logs(kind), x, y)} />
          <text x={right + 8} y={places[i]} dy="0.35em">
            {names[kind]}
          </text>
        </g>
      ))}
    </svg>
  );
}

const digits = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A power's digits, raised. */
export function superscript(power: number): string {
  const raised = [...String(Math.abs(power))].map((digit) => digits[Number(digit)]);
  return `${power < 0 ? "⁻" : ""}${raised.join("")}`;
}

/** Places for names, each near its line and none on another. */
function spread(wanted: readonly number[]): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]!);
  const places = [...wanted];
  for (let pass = 0; pass < 20; pass++)
    for (const [k, i] of order.entries()) {
      const next = order[k + 1];
      if (next === undefined) continue;
      const short = apart - (places[next]! - places[i]!);
      if (short <= 0) continue;
      places[i]! -= short / 2;
      places[next]! += short / 2;
    }
  return places;
}
