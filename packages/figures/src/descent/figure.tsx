import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { fill } from "../messages.ts";
import {
  Axes,
  Chart,
  Choice,
  Curves,
  Dot,
  Inside,
  Note,
  Path,
  Slider,
  short,
  useNarrow,
} from "../ui/index.ts";
import { best, descend, levelLine, limit, lossAt, most, points, type Step } from "./descend.ts";
import "./descent.css";
import type en from "./en.json";

const sizes = ["16", "4", "1"] as const;
const least = lossAt(best.w, best.b);
const highest = 4; // of the axis of losses
const margin = [8, 8, 22, 30] as const;
const levels = [0.02, 0.1, 0.3, 0.7, 1.3, 2.2, 3.5, 5, 8, 12] as const;

/** Gradient descent of a line's two parameters, with a learning rate to set. */
export function Figure({ t }: FigureProps<typeof en>) {
  const rate = useSignal(0.2);
  const count = useSignal(40);
  const size = useSignal<(typeof sizes)[number]>("16");
  const all = useMemo(() => descend(rate.value, Number(size.value)), [rate.value, size.value]);
  const steps = all.slice(0, count.value + 1);
  const last = steps.at(-1)!;
  const taken = steps.length - 1;
  const [w, b, loss] = [short(last.w, 2), short(last.b, 2), short(last.loss, 3)];
  const curve = useMemo(() => {
    const beyond = steps.findIndex((step) => step.loss > highest);
    const shown = beyond < 0 ? steps : steps.slice(0, beyond + 1);
    const y = shown.map((step) => Math.min(highest, step.loss));
    return [{ name: "orange", x: shown.map((_, i) => i), y }];
  }, [all, count.value]);
  const isNarrow = useNarrow();
  // A way that leads off is cut by the frame, not by its numbers: those may be huge, which is no use to a path.
  const near = steps.filter(({ w, b }) => Math.abs(w) < 50 && Math.abs(b) < 50);
  const at = (x: number): number => Math.min(1e3, Math.max(-1e3, last.w * x + last.b));
  return (
    <figure class="fig-descent" data-done="true">
      <div class="settings">
        <Slider label={t.rate} value={rate} min={0.002} max={0.6} step={0.001} logarithmic digits={3} />
        <Slider label={t.steps} value={count} min={0} max={most} step={1} />
        <Choice legend={t.size} value={size} names={sizes} labels={t.sizes} />
      </div>
      <div class="panels">
        <div>
          <p class="quiet">{t.surface}</p>
          {/* The loss as contour lines over w and b, and the steps on it. */}
          <Chart
            x={[-1.5, 4]}
            y={[-3, 3]}
            margin={margin}
            height={isNarrow ? 212 : 272}
            initial={330}
            label={fill(t.surfaceLabel, { w, b, steps: taken })}
          >
            <Axes xLabel="w" yLabel="b" />
            <Inside>
              {levels.map((level) => (
                <Way key={level} class="contour curve blue thin" steps={levelLine(level)} />
              ))}
              <Note class="lowest ink" x={best.w} y={best.b} dy={9} anchor="middle">
                ×
              </Note>
              <Way class="curve orange thin" steps={near} />
              {near.map((step, i) => (
                <Dot key={i} class="step fill orange" x={step.w} y={step.b} r={2.5} />
              ))}
              <Dot class="spot orange" x={near.at(-1)!.w} y={near.at(-1)!.b} r={5} />
            </Inside>
          </Chart>
        </div>
        <div>
          <p class="quiet">{t.line}</p>
          {/* The points, the line of the model, and the errors between them. */}
          <Chart
            x={[-0.1, 2.1]}
            y={[-1.2, 3.2]}
            margin={margin}
            height={isNarrow ? 132 : 152}
            initial={330}
            label={fill(t.lineLabel, { w, b })}
          >
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
          <p class="quiet">{t.losses}</p>
          <Curves
            curves={curve}
            height={110}
            end={most}
            label={fill(t.lossesLabel, { first: short(steps[0]!.loss, 3), last: loss, steps: taken })}
          />
        </div>
      </div>
      <p class="now number" role="status">
        {fill(t.now, { step: taken, loss, least: short(least, 3) })}
      </p>
      <figcaption aria-live="polite">
        {t.says[wayOf(rate.value, limit, Number(size.value), all.at(-1)!.loss, least)]}
      </figcaption>
    </figure>
  );
}

/** Steps on the surface of the loss, joined. */
const Way = (props: { readonly class: string; readonly steps: readonly Pick<Step, "w" | "b">[] }) => (
  <Path class={props.class} x={props.steps.map(({ w }) => w)} y={props.steps.map(({ b }) => b)} />
);

type Kind = "slow" | "good" | "zigzag" | "away" | "noisy";

/** The kind of path. */
function wayOf(lr: number, limit: number, size: number, last: number, least: number): Kind {
  if (lr > limit && size === 16) return "away";
  if (last > 100) return "away";
  if (size < 16) return "noisy";
  if (lr > 0.75 * limit) return "zigzag";
  return last > 1.5 * least ? "slow" : "good";
}
