import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { fill } from "../messages.ts";
import { Choice, Curves, Slider, short } from "../ui/index.ts";
import { best, descend, limit, lossAt, most } from "./descend.ts";
import "./descent.css";
import type en from "./en.json";
import { Line, Surface } from "./plots.tsx";

const sizes = ["16", "4", "1"] as const;
const least = lossAt(best.w, best.b);
const highest = 4; // of the axis of losses

/** Gradient descent of a line's two parameters, with a learning rate to set. */
export function Figure({ t }: FigureProps<typeof en>): JSX.Element {
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
  return (
    <figure class="fig-descent" data-done="true">
      <div class="settings">
        <Slider
          label={t.rate}
          value={rate}
          min={0.002}
          max={0.6}
          step={0.001}
          logarithmic
          show={(value) => value.toFixed(3)}
        />
        <Slider label={t.steps} value={count} min={0} max={most} step={1} />
        <Choice legend={t.size} value={size} names={sizes} labels={t.sizes} />
      </div>
      <div class="panels">
        <div>
          <p class="quiet">{t.surface}</p>
          <Surface steps={steps} label={fill(t.surfaceLabel, { w, b, steps: taken })} />
        </div>
        <div>
          <p class="quiet">{t.line}</p>
          <Line step={last} label={fill(t.lineLabel, { w, b })} />
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

type Way = "slow" | "good" | "zigzag" | "away" | "noisy";

/** The kind of path. */
function wayOf(lr: number, limit: number, size: number, last: number, least: number): Way {
  if (lr > limit && size === 16) return "away";
  if (last > 100) return "away";
  if (size < 16) return "noisy";
  if (lr > 0.75 * limit) return "zigzag";
  return last > 1.5 * least ? "slow" : "good";
}
