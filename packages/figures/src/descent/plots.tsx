import type { JSX } from "preact";
import { Axes, Chart, Dot, Inside, Note, Path, useNarrow } from "../ui/index.ts";
import { best, levelLine, points, type Step } from "./descend.ts";

const margin = [8, 8, 22, 30] as const;
const levels = [0.02, 0.1, 0.3, 0.7, 1.3, 2.2, 3.5, 5, 8, 12] as const;

interface LineProps {
  readonly step: Step;
  readonly label: string;
}

/** The points, the line of the model, and the errors between them. */
export function Line({ step, label }: LineProps): JSX.Element {
  const height = useNarrow() ? 132 : 152;
  // Huge numbers, where the loss explodes, are no use to a path.
  const at = (x: number): number => Math.min(1e3, Math.max(-1e3, step.w * x + step.b));
  return (
    <Chart x={[-0.1, 2.1]} y={[-1.2, 3.2]} {...{ margin, height, label }} initial={330}>
      <Axes xLabel="x" yLabel="y" />
      <Inside>
        {points.map(({ x, y }, i) => (
          <Path key={i} class="curve orange thin" x={[x, x]} y={[y, at(x)]} />
        ))}
        <Path class="curve orange" x={[-0.1, 2.1]} y={[at(-0.1), at(2.1)]} />
        {points.map(({ x, y }, i) => (
          <Dot key={i} class="spot blue" x={x} y={y} r={3.5} />
        ))}
      </Inside>
    </Chart>
  );
}

interface SurfaceProps {
  readonly steps: readonly Step[];
  readonly label: string;
}

/** The loss as contour lines over w and b, and the steps on it. */
export function Surface({ steps, label }: SurfaceProps): JSX.Element {
  const height = useNarrow() ? 212 : 272;
  // A way that leads off is cut by the frame, not by its numbers: those may be huge.
  const near = steps.filter(({ w, b }) => Math.abs(w) < 50 && Math.abs(b) < 50);
  const last = near.at(-1)!;
  return (
    <Chart x={[-1.5, 4]} y={[-3, 3]} {...{ margin, height, label }} initial={330}>
      <Axes xLabel="w" yLabel="b" />
      <Inside>
        {levels.map((level) => (
          <Way key={level} class="contour curve blue thin" steps={levelLine(level)} />
        ))}
        <Note class="lowest" x={best.w} y={best.b} dy={9} anchor="middle">
          ×
        </Note>
        <Way class="curve orange thin" steps={near} />
        {near.map((step, i) => (
          <Dot key={i} class="step fill orange" x={step.w} y={step.b} r={2.5} />
        ))}
        <Dot class="spot orange" x={last.w} y={last.b} r={5} />
      </Inside>
    </Chart>
  );
}

interface WayProps {
  readonly class: string;
  readonly steps: readonly Pick<Step, "w" | "b">[];
}

function Way({ class: name, steps }: WayProps): JSX.Element {
  return <Path class={name} x={steps.map(({ w }) => w)} y={steps.map(({ b }) => b)} />;
}
