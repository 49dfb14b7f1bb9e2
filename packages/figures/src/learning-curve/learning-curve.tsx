import { Across, Chart, Note, OnScale, Path, Upright, XTicks } from "../ui/chart.tsx";

export interface LearningCurveProps {
  /** The loss of each epoch that is done. */
  readonly losses: readonly number[];
  /** Epochs and the accuracy after each, from 0 to 1. */
  readonly accuracies: ReadonlyMap<number, number>;
  /** Where the axis of epochs ends. */
  readonly epochs: number;
  /** The epoch that is marked. */
  readonly at: number;
  readonly names: { readonly loss: string; readonly accuracy: string; readonly epochs: string };
  readonly percent: (share: number) => string;
  /** The drawing's text for screen readers. */
  readonly label: string;
}

/** The loss (logarithmic) and the accuracy by epoch, named on the lines; a rule marks an epoch. */
export function LearningCurve(props: LearningCurveProps) {
  const { losses, epochs, at, names, percent, label } = props;
  const accuracies = [...props.accuracies].toSorted(([a], [b]) => a - b);
  const reached = accuracies.at(-1)?.[1] ?? 1;
  const { low, high, ticks } = lossAxis(losses);
  return (
    <Chart
      class="learning-curve"
      x={[0, epochs]}
      y={[Math.log(low), Math.log(high)]}
      margin={[18, 42, 20, 38]}
      height={128}
      initial={300}
      label={label}
    >
      <Across class="grid" />
      {ticks.map((loss) => (
        <g key={loss}>
          <Across at={Math.log(loss)} class="grid" />
          <Note class="loss tick halo way orange" x="left" y={Math.log(loss)} dx={-4} dy={4} anchor="end">
            {loss}
          </Note>
        </g>
      ))}
      <Upright at={at} class="marker here" />
      <Path
        class="loss curve orange"
        x={losses.map((_, i) => i + 1)}
        y={losses.map((loss) => Math.log(Math.max(low, loss)))}
      />
      <Note class="halo way orange" x="left" y="top" dy={-7}>
        {names.loss}
      </Note>
      <OnScale y={[0, 1]}>
        {[0, 0.5, 1].map((share) => (
          <Note key={share} class="accuracy tick halo way green" x="right" y={share} dx={4} dy={4}>
            {percent(share)}
          </Note>
        ))}
        <Path
          class="accuracy curve green"
          x={accuracies.map(([epoch]) => epoch)}
          y={accuracies.map(([, share]) => share)}
        />
        {/* Below the line, or above it where that is low. */}
        <Note
          class="halo way green"
          x="right"
          y={reached}
          dx={-4}
          dy={reached < 1 / 3 ? -8 : 18}
          anchor="end"
        >
          {names.accuracy}
        </Note>
      </OnScale>
      <XTicks ticks={[0]} />
      <Note x="right" y="bottom" dy={16} anchor="end">
        {names.epochs}
      </Note>
    </Chart>
  );
}

/** The range of a logarithmic axis and the values that are named on it. */
interface LossAxis {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

/** 1, 2 and 5, and ten times and a tenth of them, and so on. */
function roundNumbers(from: number, to: number): number[] {
  const first = Math.floor(Math.log10(from)) - 1;
  const last = Math.ceil(Math.log10(to)) + 1;
  return Array.from({ length: last - first + 1 }, (_, i) => first + i).flatMap((power) =>
    [1, 2, 5].map((digit) => Number(`${digit}e${power}`)),
  );
}

/** From a round number well below the smallest loss, so that the curve never ends on the axis, to one above the largest. */
export function lossAxis(losses: readonly number[]): LossAxis {
  const positive = losses.filter((loss) => loss > 0 && Number.isFinite(loss));
  if (positive.length === 0) return { low: 0.001, high: 1, ticks: [0.01, 0.1, 1] };
  const [least, most] = [Math.min(...positive), Math.max(...positive)];
  const all = roundNumbers(least / 2, most);
  const low = all.findLast((value) => value <= 0.8 * least) ?? least / 2;
  const high = all.find((value) => value >= most && value > low) ?? most;
  const inside = all.filter((value) => value >= low && value <= high);
  const decades = inside.filter((value) => Number.isInteger(Math.round(Math.log10(value) * 1e6) / 1e6));
  const every = Math.ceil(decades.length / 5);
  const ticks = decades.length >= 2 ? decades.filter((_, i) => i % every === 0) : inside.slice(-3);
  return { low, high, ticks };
}
