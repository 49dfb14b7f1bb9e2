import { useSignal } from "@preact/signals";
import type { FigureProps } from "../index.ts";
import { fill } from "../messages.ts";
import { Chart, GridLines, Note, Path, placeLabels, Slider, useFrame, XTicks } from "../ui/index.ts";
import type en from "./en.json";
import "./gradient-over-distance.css";
import { type Kind, kinds, largestBias, type Norms, normsOf, reach } from "./norms.ts";

// Powers of ten of the axis. Smaller norms leave it below.
const [lowest, highest] = [-18, 0];
/** The class of each kind's colour. */
const colours = { RNN: "orange", GRU: "blue", LSTM: "green", attention: "pink" } as const;
const steps = Array.from({ length: reach + 1 }, (_, i) => i);

/** The gradient that reaches a token, over its distance, for three recurrent cells and attention. */
export function Figure({ t }: FigureProps<typeof en>) {
  const bias = useSignal(0);
  const norms = byKind((kind) => normsOf(kind, bias.value));
  const far = byKind((kind) => shown(norms[kind][reach] ?? 0));
  return (
    <figure class="fig-gradient-over-distance" data-done="true">
      <Slider label={t.bias} value={bias} min={0} max={largestBias} step={1} />
      <Chart
        x={[0, reach]}
        y={[lowest, highest]}
        margin={[22, 76, 24, 40]}
        height={274}
        label={fill(t.label, far)}
      >
        <GridLines
          ticks={[0, -3, -6, -9, -12, -15, -18]}
          show={(power) => (power === 0 ? "1" : `10${superscript(power)}`)}
        />
        <XTicks ticks={[0, 10, 20, 30, 40, 50]} />
        <Note x="left" y="top" dx={4} dy={-12}>
          {t.norm}
        </Note>
        <Note x="left" y="bottom" dx={4} dy={-8}>
          {t.back}
        </Note>
        <Ways norms={norms} names={t.kinds} />
      </Chart>
      <p class="quiet">
        {t.fifty}:
        {kinds.map((kind) => (
          <span key={kind} class={`way strong ${kind} ${colours[kind]}`}>
            {t.kinds[kind]} <strong class="number">{far[kind]}</strong>
          </span>
        ))}
      </p>
      <figcaption aria-live="polite">
        {t.says[bias.value < 2 ? "low" : bias.value < 5 ? "middle" : "high"]}
      </figcaption>
    </figure>
  );
}

type ByKind<T> = Readonly<Record<Kind, T>>;

/** A line for each kind on a logarithmic axis, and their names on the right, none on another. */
function Ways({ norms, names }: { norms: ByKind<Norms>; names: ByKind<string> }) {
  const { y, right, top, bottom } = useFrame();
  const logs = kinds.map((kind) => norms[kind].map((norm) => Math.max(lowest, Math.log10(norm))));
  const ends = logs.map((log) => y.at(log.at(-1) ?? lowest));
  const places = placeLabels(ends, 15, [top, bottom + 15]);
  return (
    <>
      {kinds.map((kind, i) => (
        <g key={kind} class={`way strong ${kind} ${colours[kind]}`}>
          <Path class="curve" x={steps} y={logs[i] ?? []} />
          <text x={right + 8} y={places[i]} dy="0.35em">
            {names[kind]}
          </text>
        </g>
      ))}
    </>
  );
}

function byKind<T extends string | Norms>(of: (kind: Kind) => T): ByKind<T> {
  return { RNN: of("RNN"), GRU: of("GRU"), LSTM: of("LSTM"), attention: of("attention") };
}

/** 0.046, or 4.1·10⁻¹². */
function shown(norm: number): string {
  if (norm >= 0.001) return norm.toPrecision(2);
  const [digits, power] = norm.toExponential(1).split("e");
  return `${digits}·10${superscript(Number(power))}`;
}

/** A power's digits, raised. */
const superscript = (power: number): string =>
  String(power).replace(/./g, (sign) => (sign === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(sign)]!));
