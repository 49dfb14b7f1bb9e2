import { computed, signal, useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { fill } from "../messages.ts";
import { Across, Chart, Dot, Path, Slider, useRun } from "../ui/index.ts";
import "./kernel-regression.css";
import type { LookAsk } from "./data.ts";
import type en from "./en.json";
import { descent, lossAt, type Passed, points, widths } from "./loss.ts";
import { RegressionPlot } from "./plot.tsx";
import { curveOf, rowOf, trueCurve } from "./regression.ts";
import { scoreOf } from "./score.ts";
import type { Shown } from "./shown.ts";

const steps = 30;
const pause = 70; // ms between steps, so that one can follow them
const curvePoints = 60;
const logWidth = (value: number): number => Math.log(Math.min(widths.most, Math.max(widths.least, value)));

/** Kernel regression with a query to drag, a width to choose, and a width to learn. */
export function Figure({ lang, t }: FigureProps<typeof en>) {
  const width = useSignal(1);
  const { now: passed = [], running, done, start, stop } = useRun<readonly Passed[]>();
  const shown = useMemo((): Shown => {
    const ask = computed((): LookAsk => {
      const bandwidth = width.value;
      return { points, kernel: "gaussian", bandwidth, w: 1 / bandwidth };
    });
    const query = signal(1.3);
    const truth = { name: "truth", curve: [trueCurve()] } as const;
    return {
      points: signal(points),
      lines: computed(() => [truth, { name: "fixed", curve: curveOf(ask.value, "fixed") }]),
      way: signal("fixed"),
      score: computed(() => scoreOf(ask.value, "fixed")),
      row: computed(() => rowOf(ask.value, "fixed", query.value)),
      query,
    };
  }, []);
  const loss = useMemo(() => lossAt(width.value), [width.value]);
  // The loss over the width, on the slider's own scale.
  const { logs, losses } = useMemo(() => {
    const ratio = widths.most / widths.least;
    const all = Array.from(
      { length: curvePoints },
      (_, i) => widths.least * ratio ** (i / (curvePoints - 1)),
    );
    return { logs: all.map(Math.log), losses: all.map(lossAt) };
  }, []);
  const [least, most] = [Math.min(...losses), Math.max(...losses)];
  const train = async function* (): AsyncGenerator<readonly Passed[]> {
    const step = descent(width.value);
    let all: readonly Passed[] = [{ width: width.value, loss: lossAt(width.value) }];
    for (let i = 0; i < steps; i++) {
      width.value = step();
      all = [...all, { width: width.value, loss: lossAt(width.value) }];
      yield all;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  };
  return (
    <figure class="fig-kernel-regression" data-done={done}>
      <RegressionPlot shown={shown} lang={lang} names={t.names} shortNames={t.shortNames} />
      <div class="settings">
        <div>
          <Slider
            label={t.width}
            value={width}
            min={widths.least}
            max={widths.most}
            step={0.01}
            logarithmic
            digits={2}
            disabled={running}
          />
          <div class="buttons">
            {running ? (
              <button type="button" onClick={stop}>
                {t.stop}
              </button>
            ) : (
              <button type="button" class="primary" data-run onClick={() => start(train())}>
                {t.learn}
              </button>
            )}
          </div>
        </div>
        <div>
          <p class="quiet loss-line">
            {t.loss}: <strong class="number way green">{loss.toFixed(2)}</strong>
          </p>
          <Chart
            x={[Math.log(widths.least), Math.log(widths.most)]}
            y={[least - (most - least) / 7, most]}
            margin={[10, 8, 6, 8]} // the slider's knob does not reach the ends of its track
            height={80}
            initial={300}
            label={fill(t.lossPlot, { width: width.value.toFixed(2), loss: loss.toFixed(2) })}
          >
            <Across class="axis" />
            <Path class="axis" x={logs} y={losses} />
            {passed.map((step, i) => (
              <Dot key={i} class="passed fill green" x={logWidth(step.width)} y={step.loss} r={3} />
            ))}
            <Dot class="now spot green" x={logWidth(width.value)} y={loss} r={6} />
          </Chart>
        </div>
      </div>
      <figcaption>{t.caption}</figcaption>
    </figure>
  );
}
