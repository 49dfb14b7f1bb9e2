import type { JSX } from "preact";
import { Chart, GridLines, Note, Path, placeLabels, useFrame, XTicks } from "../ui/index.ts";
import { type Kind, kinds, type Norms, reach } from "./norms.ts";

// Powers of ten of the axis. Smaller norms leave it below.
const [lowest, highest] = [-18, 0];
/** The class of each kind's colour. */
export const colours = { RNN: "orange", GRU: "blue", LSTM: "green", attention: "pink" } as const;
const steps = Array.from({ length: reach + 1 }, (_, i) => i);

interface ChartProps {
  readonly norms: Readonly<Record<Kind, Norms>>;
  readonly names: Readonly<Record<Kind, string>>;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly label: string;
}

/** A line for each kind of network: the norm over the distance, on a logarithmic axis. */
export function NormChart({ norms, names, xLabel, yLabel, label }: ChartProps): JSX.Element {
  return (
    <Chart x={[0, reach]} y={[lowest, highest]} margin={[22, 76, 24, 40]} height={274} label={label}>
      <GridLines
        ticks={[0, -3, -6, -9, -12, -15, -18]}
        show={(power) => (power === 0 ? "1" : `10${superscript(power)}`)}
      />
      <XTicks ticks={[0, 10, 20, 30, 40, 50]} />
      <Note x="left" y="top" dx={4} dy={-12}>
        {yLabel}
      </Note>
      <Note x="left" y="bottom" dx={4} dy={-8}>
        {xLabel}
      </Note>
      <Ways
        logs={kinds.map((kind) => norms[kind].map((norm) => Math.max(lowest, Math.log10(norm))))}
        names={names}
      />
    </Chart>
  );
}

interface WaysProps extends Pick<ChartProps, "names"> {
  readonly logs: readonly (readonly number[])[];
}

/** The lines, and their names on the right, none on another. */
function Ways({ logs, names }: WaysProps): JSX.Element {
  const { y, right, top, bottom } = useFrame();
  const ends = logs.map((log) => y.at(log.at(-1) ?? lowest));
  const places = placeLabels(ends, 15, [top, bottom + 15]);
  return (
    <>
      {kinds.map((kind, i) => (
        <g key={kind} class={`way ${kind} ${colours[kind]}`}>
          <Path class="curve" x={steps} y={logs[i] ?? []} />
          <text x={right + 8} y={places[i]} dy="0.35em">
            {names[kind]}
          </text>
        </g>
      ))}
    </>
  );
}

const digits = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A power's digits, raised. */
export function superscript(power: number): string {
  const raised = [...String(Math.abs(power))].map((digit) => digits[Number(digit)]);
  return `${power < 0 ? "⁻" : ""}${raised.join("")}`;
}
