import type { JSX } from "preact";
import { Across, Chart, Note, OnScale, Path, Upright, XTicks } from "../ui/chart.tsx";
import "./learning-curve.css";
import { lossAxis } from "./loss-axis.ts";

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
export function LearningCurve(props: LearningCurveProps): JSX.Element {
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
          <Note class="loss tick halo orange" x="left" y={Math.log(loss)} dx={-4} dy={4} anchor="end">
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
      <Note class="halo orange" x="left" y="top" dy={-7}>
        {names.loss}
      </Note>
      <OnScale y={[0, 1]}>
        {[0, 0.5, 1].map((share) => (
          <Note key={share} class="accuracy tick halo green" x="right" y={share} dx={4} dy={4}>
            {percent(share)}
          </Note>
        ))}
        <Path
          class="accuracy curve green"
          x={accuracies.map(([epoch]) => epoch)}
          y={accuracies.map(([, share]) => share)}
        />
        {/* Below the line, or above it where that is low. */}
        <Note class="halo green" x="right" y={reached} dx={-4} dy={reached < 1 / 3 ? -8 : 18} anchor="end">
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
