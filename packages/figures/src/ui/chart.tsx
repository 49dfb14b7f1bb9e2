import { type Domain, type LinearScale, linearScale, roundTicks, tickText } from "@saccade/plot/page";
import { type ComponentChildren, createContext } from "preact";
import { useContext, useMemo } from "preact/hooks";
import { useWidth } from "./use-width.ts";

/** The scales of a chart, and its edges in pixels. */
export interface Frame {
  readonly x: LinearScale;
  readonly y: LinearScale;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const FrameContext = createContext<Frame | null>(null);

/** Gives the marks in it their frame. */
export const Framed = FrameContext.Provider;

/**
 * The frame of the chart that a mark is in.
 *
 * @throws Error outside of a chart.
 */
export function useFrame(): Frame {
  const frame = useContext(FrameContext);
  if (frame === null) throw new Error("A mark of a chart must be in a Chart.");
  return frame;
}

interface ChartProps {
  /** The values at the left and the right edge. */
  readonly x: Domain;
  /** The values at the lower and the upper edge. */
  readonly y: Domain;
  /** Pixels from the edges to the picture's, as CSS has them: top, right, bottom, left. */
  readonly margin: readonly [top: number, right: number, bottom: number, left: number];
  readonly height: number;
  /** The width of a picture without a page; in a page a chart fills its box. */
  readonly initial?: number;
  /** Text for screen readers, with the numbers that matter. */
  readonly label: string;
  readonly class?: string;
  /** Marks, which are given in the values of the scales. */
  readonly children: ComponentChildren;
}

/** A drawing on two scales. */
export function Chart(props: ChartProps) {
  const { x, y, margin, height, initial = 600, label, class: name = "", children } = props;
  const { ref, width } = useWidth<SVGSVGElement>(initial);
  // The same one until a scale or the width changes.
  const frame = useMemo((): Frame => {
    const [left, right, top, bottom] = [margin[3], width - margin[1], margin[0], height - margin[2]];
    return { x: linearScale(x, left, right), y: linearScale(y, bottom, top), left, right, top, bottom };
  }, [...x, ...y, ...margin, width, height]);
  return (
    <svg ref={ref} class={`chart ${name}`} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <Framed value={frame}>{children}</Framed>
    </svg>
  );
}

interface OnScaleProps {
  readonly y: Domain;
  readonly children: ComponentChildren;
}

/** Marks on another scale of y between the same edges. */
export function OnScale({ y, children }: OnScaleProps) {
  const frame = useFrame();
  return <Framed value={{ ...frame, y: linearScale(y, frame.bottom, frame.top) }}>{children}</Framed>;
}

/** The part of a drawing that is cut at the edges. */
export function Inside({ children }: { readonly children: ComponentChildren }) {
  const { left, right, top, bottom } = useFrame();
  const [width, height] = [right - left, bottom - top];
  return (
    <svg x={left} y={top} {...{ width, height }} viewBox={`${left} ${top} ${width} ${height}`}>
      {children}
    </svg>
  );
}

interface AxesProps {
  readonly xLabel?: string;
  readonly yLabel?: string;
}

/** Grid lines and both axes' round numbers. */
export function Axes({ xLabel = "", yLabel = "" }: AxesProps) {
  const { x, y, left, right, top, bottom } = useFrame();
  const xTicks = roundTicks(x.domain, Math.max(3, Math.floor((right - left) / 80)));
  const yTicks = roundTicks(y.domain, Math.max(2, Math.floor((bottom - top) / 48)));
  return (
    <g aria-hidden="true">
      <GridLines ticks={yTicks} show={tickText(yTicks)} />
      <XTicks ticks={xTicks} show={tickText(xTicks)} />
      <Across class="axis" />
      <Note x="right" y="bottom" dx={-4} dy={-6} anchor="end">
        {xLabel}
      </Note>
      <Note x="left" y="top" dx={4} dy={8}>
        {yLabel}
      </Note>
    </g>
  );
}

interface TicksProps {
  readonly ticks: readonly number[];
  readonly show?: (tick: number) => ComponentChildren;
}

/** Horizontal lines at the given values, each with its value on the left. */
export function GridLines({ ticks, show = String }: TicksProps) {
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <Across at={tick} class="grid" />
          <Note x="left" y={tick} dx={-6} dy={4} anchor="end">
            {show(tick)}
          </Note>
        </g>
      ))}
    </>
  );
}

/** The given values below the chart. */
export function XTicks({ ticks, show = String }: TicksProps) {
  return (
    <>
      {ticks.map((tick) => (
        <Note key={tick} x={tick} y="bottom" dy={16} anchor="middle">
          {show(tick)}
        </Note>
      ))}
    </>
  );
}

interface NoteProps {
  /** A value, or an edge. */
  readonly x: number | "left" | "right";
  readonly y: number | "top" | "bottom";
  /** Pixels from there. */
  readonly dx?: number;
  readonly dy?: number;
  readonly anchor?: "start" | "middle" | "end";
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A text at a place. */
export function Note({ x, y, dx = 0, dy = 0, anchor, class: name, children }: NoteProps) {
  const frame = useFrame();
  const across = typeof x === "number" ? frame.x.at(x) : frame[x];
  const down = typeof y === "number" ? frame.y.at(y) : frame[y];
  return (
    <text class={name} x={across + dx} y={down + dy} text-anchor={anchor}>
      {children}
    </text>
  );
}

interface LineProps {
  readonly at: number;
  readonly class: string;
}

/** A line from left to right at a value, or at the lower edge. */
export function Across({ at, class: name }: Partial<LineProps>) {
  const { y, left, right, bottom } = useFrame();
  const height = at === undefined ? bottom : y.at(at);
  return <line class={name} x1={left} x2={right} y1={height} y2={height} />;
}

/** A line from top to bottom at a value. */
export function Upright({ at, class: name }: LineProps) {
  const { x, top, bottom } = useFrame();
  return <line class={name} x1={x.at(at)} x2={x.at(at)} y1={top} y2={bottom} />;
}

interface DotProps {
  readonly x: number;
  readonly y: number;
  readonly r: number;
  readonly class?: string;
  /** Its title. */
  readonly children?: ComponentChildren;
}

/** A point. */
export function Dot({ x, y, r, class: name, children }: DotProps) {
  const frame = useFrame();
  return (
    <circle class={name} cx={frame.x.at(x)} cy={frame.y.at(y)} r={r}>
      {children}
    </circle>
  );
}

interface PathProps {
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly class?: string;
}

/** Points (x[i], y[i]), joined. */
export function Path({ x, y, class: name }: PathProps) {
  const frame = useFrame();
  const d = useMemo(() => pathOf(x, y, frame), [x, y, frame]);
  return <path class={name} d={d} />;
}

interface BarsProps {
  readonly values: readonly number[];
  /** Pixels between two bars. */
  readonly gap: number;
  readonly class: string;
}

/** A bar from 0 to each value, one beside the other. */
export function Bars({ values, gap, class: name }: BarsProps) {
  const { y, left, right } = useFrame();
  const step = (right - left) / values.length;
  return (
    <>
      {values.map((value, i) => (
        <rect
          key={i}
          class={name}
          x={left + i * step + gap / 2}
          width={Math.max(1, step - gap)}
          y={Math.min(y.at(value), y.at(0))}
          height={Math.abs(y.at(value) - y.at(0))}
        />
      ))}
    </>
  );
}

/** The path of a curve through points (x[i], y[i]). */
export function pathOf(
  x: readonly number[],
  y: readonly number[],
  frame: { readonly x: LinearScale; readonly y: LinearScale },
): string {
  return x
    .map((value, i) => {
      const [across, down] = [frame.x.at(value), frame.y.at(y[i] ?? 0)];
      return `${i === 0 ? "M" : "L"}${across.toFixed(1)} ${down.toFixed(1)}`;
    })
    .join("");
}
