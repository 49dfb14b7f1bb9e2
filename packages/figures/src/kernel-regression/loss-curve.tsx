import { SGD } from "@saccade/nn";
import { scope } from "@saccade/tensor";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Across, Chart, Dot, Path } from "../ui/index.ts";
import { points, widths } from "./points.ts";
import { batchOf, lossOf, netOf } from "./regression.ts";

const batch = batchOf(points);

/** The loss of a kernel of this width, each point predicted from the others. */
export function lossAt(width: number): number {
  return scope(() => lossOf(netOf(1 / width), batch).item());
}

/** Gradient descent on w = 1/width from a width; each call of the result is a step and returns the new width. */
export function descent(from: number): () => number {
  const net = netOf(1 / from);
  const optimizer = new SGD(net, { lr: 0.1 });
  return () => {
    optimizer.step(() => lossOf(net, batch));
    return 1 / net.w.item();
  };
}

/** A width that training has passed. */
export interface Passed {
  readonly width: number;
  readonly loss: number;
}

interface LossCurveProps extends Passed {
  readonly passed: readonly Passed[];
  readonly label: string;
}

const curvePoints = 60;

/** The loss over the width, on the slider's own scale, and where we are on it. */
export function LossCurve({ width, loss, passed, label }: LossCurveProps): JSX.Element {
  const { logs, losses } = useMemo(() => {
    const ratio = widths.most / widths.least;
    const all = Array.from(
      { length: curvePoints },
      (_, i) => widths.least * ratio ** (i / (curvePoints - 1)),
    );
    return { logs: all.map(Math.log), losses: all.map(lossAt) };
  }, []);
  const [least, most] = [Math.min(...losses), Math.max(...losses)];
  const at = (value: number): number => Math.log(Math.min(widths.most, Math.max(widths.least, value)));
  return (
    <Chart
      x={[Math.log(widths.least), Math.log(widths.most)]}
      y={[least - (most - least) / 7, most]}
      margin={[10, 8, 6, 8]} // the slider's knob does not reach the ends of its track
      height={80}
      initial={300}
      label={label}
    >
      <Across class="axis" />
      <Path class="axis" x={logs} y={losses} />
      {passed.map((step, i) => (
        <Dot key={i} class="passed fill green" x={at(step.width)} y={step.loss} r={3} />
      ))}
      <Dot class="now spot green" x={at(width)} y={loss} r={6} />
    </Chart>
  );
}
