import { SGD } from "@saccade/nn";
import { linearScale } from "@saccade/plot/page";
import { scope } from "@saccade/tensor";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { pathOf, useWidth } from "../ui/index.ts";
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
  const { ref, width: wide } = useWidth<SVGSVGElement>(300);
  const curve = useMemo(() => {
    const ratio = widths.most / widths.least;
    const at = Array.from({ length: curvePoints }, (_, i) => widths.least * ratio ** (i / (curvePoints - 1)));
    return { widths: at, losses: at.map(lossAt) };
  }, []);
  // The slider's knob does not reach the ends of its track.
  const x = linearScale([Math.log(widths.least), Math.log(widths.most)], 8, wide - 8);
  const y = linearScale([Math.min(...curve.losses), Math.max(...curve.losses)], 66, 10);
  const across = (value: number): number =>
    x.at(Math.log(Math.min(widths.most, Math.max(widths.least, value))));
  return (
    <svg ref={ref} class="chart" viewBox={`0 0 ${wide} 80`} role="img" aria-label={label}>
      <line class="axis" x1={0} x2={wide} y1={74} y2={74} />
      <path class="loss" d={pathOf(curve.widths.map(Math.log), curve.losses, x, y)} />
      {passed.map((step, i) => (
        <circle key={i} class="passed" cx={across(step.width)} cy={y.at(step.loss)} r={3} />
      ))}
      <circle class="now" cx={across(width)} cy={y.at(loss)} r={6} />
    </svg>
  );
}
