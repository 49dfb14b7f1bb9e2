import { computed, signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { dictionary, fill } from "../messages.ts";
import { Slider } from "../ui/index.ts";
import "./kernel-regression.css";
import type { LookAsk } from "./data.ts";
import en from "./en.json" with { type: "json" };
import { descent, LossCurve, lossAt, type Passed } from "./loss-curve.tsx";
import { RegressionPlot } from "./plot.tsx";
import { points, widths } from "./points.ts";
import { curveOf, rowOf, trueCurve } from "./regression.ts";
import { scoreOf } from "./score.ts";
import type { Shown } from "./shown.ts";

const words = dictionary(en, () => import("./zh.json"));

const steps = 30;
const pause = 70; // ms between steps, so that one can follow them

/** Kernel regression with a query to drag, a width to choose, and a width to learn. */
export function Figure({ lang }: FigureProps): JSX.Element {
  const t = words[lang];
  const width = useSignal(1);
  const passed = useSignal<readonly Passed[]>([]);
  const training = useSignal(false);
  const done = useSignal(false);
  const timer = useRef(0);

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

  const stop = (): void => {
    window.clearTimeout(timer.current);
    training.value = false;
  };
  useEffect(() => stop, []);

  const train = (): void => {
    const step = descent(width.value);
    passed.value = [{ width: width.value, loss: lossAt(width.value) }];
    training.value = true;
    done.value = false;
    let taken = 0;
    const go = (): void => {
      width.value = step();
      passed.value = [...passed.value, { width: width.value, loss: lossAt(width.value) }];
      taken++;
      if (taken < steps) {
        timer.current = window.setTimeout(go, pause);
        return;
      }
      stop();
      done.value = true;
    };
    go();
  };

  return (
    <figure class="fig-kernel-regression" data-done={done.value}>
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
            show={(value) => value.toFixed(2)}
            disabled={training.value}
          />
          <div class="buttons">
            {training.value ? (
              <button type="button" onClick={stop}>
                {t.stop}
              </button>
            ) : (
              <button type="button" class="primary" data-run onClick={train}>
                {t.learn}
              </button>
            )}
          </div>
        </div>
        <div>
          <p class="quiet loss-line">
            {t.loss}: <strong class="number">{loss.toFixed(2)}</strong>
          </p>
          <LossCurve
            width={width.value}
            loss={loss}
            passed={passed.value}
            label={fill(t.lossPlot, { width: width.value.toFixed(2), loss: loss.toFixed(2) })}
          />
        </div>
      </div>
      <figcaption>{t.caption}</figcaption>
    </figure>
  );
}
