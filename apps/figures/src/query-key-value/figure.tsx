import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { Choice, Slider, short, useWidth } from "../ui/index.ts";
import { Behind } from "./behind.tsx";
import { layoutOf } from "./layout.ts";
import "./query-key-value.css";
import { type Looked, Scene } from "./scene.tsx";
import { at, attendToSentence, bestKey, divisor } from "./sentence.ts";
import { timeline } from "./steps.ts";
import { usePlayer } from "./use-player.ts";
import { words } from "./words.ts";

const queryNames = ["0", "1", "2", "3", "4"] as const;
type QueryName = (typeof queryNames)[number];

/** A sentence attends to itself, one query at a time. It starts with the result of one query. */
export function Figure({ lang }: FigureProps): JSX.Element {
  const t = words[lang];
  const attended = useMemo(attendToSentence, []);
  const player = usePlayer();
  const query = useSignal<QueryName>("3"); // "its"
  const looked = useSignal<Looked | null>(null);
  const { ref, width } = useWidth<SVGSVGElement>(640);
  const layout = useMemo(() => layoutOf(Math.max(width, 240)), [width]);
  const moment = timeline.at(player.time.value, player.still);

  const chosen = Number(query.value);
  const { kind, row, key }: Looked = (moment.finished ? looked.value : null) ?? {
    kind: "score",
    row: chosen,
    key: bestKey(attended, chosen),
  };
  const word = (i: number): string => t.sentence[i] ?? "";
  const weight = at(attended.weights, row, key).toFixed(2);
  const best = bestKey(attended, row);
  const bestWeight = at(attended.weights, row, best).toFixed(2);
  const { step } = moment;
  const says = moment.finished
    ? t.result(word(row), word(best), bestWeight)
    : t.steps[step.kind](word(row), word(step.key), short(at(attended.products, row, step.key), 2));
  return (
    <figure class="fig-query-key-value" data-done={player.playing ? undefined : "true"}>
      <Choice
        legend={t.query}
        value={query}
        names={queryNames}
        labels={{ 0: word(0), 1: word(1), 2: word(2), 3: word(3), 4: word(4) }}
      />
      <svg
        ref={ref}
        class={layout.wide ? "chart" : "chart narrow"}
        viewBox={`0 0 ${layout.width} ${layout.height}`}
        role="group"
        aria-label={t.scene(word(row), word(best), bestWeight)}
        onPointerLeave={() => {
          looked.value = null;
        }}
      >
        <Scene {...{ layout, attended, row, key, kind, moment, lang, looked }} />
      </svg>
      <figcaption>
        <span aria-live="polite">{says}</span>
        <span class="sums number">
          {moment.finished &&
            (kind === "score"
              ? `q·k = ${terms(attended.q[row] ?? [], attended.k[key] ?? [])} = ${short(at(attended.products, row, key), 2)},  ÷ ${divisor} = ${short(at(attended.products, row, key) / divisor, 2)},  softmax → ${weight}`
              : t.added(
                  `(${(attended.v[key] ?? []).map((x) => short(x)).join(", ")})`,
                  weight,
                  word(key),
                  word(row),
                ))}
        </span>
      </figcaption>
      <div class="player">
        <button type="button" class="primary" data-run onClick={player.playing ? player.pause : player.play}>
          {player.playing ? t.pause : t.play}
        </button>
        <button type="button" onClick={player.step} disabled={player.playing}>
          {t.step}
        </button>
        <Slider
          label={t.time}
          value={player.time}
          min={0}
          max={timeline.total}
          step={0.01}
          show={(time) => (time >= timeline.total ? t.finished : `${time.toFixed(1)} s`)}
        />
      </div>
      <p class="quiet">{t.hint}</p>
      <Behind lang={lang} />
    </figure>
  );
}

// "1.4·2.2 + 1.8·1.9 + 0.2·0.1 − 0.8·0.5"
function terms(q: readonly number[], k: readonly number[]): string {
  return q
    .map((x, c) => {
      const sign = c === 0 ? (x < 0 ? "−" : "") : x < 0 ? " − " : " + ";
      return `${sign}${Math.abs(x).toFixed(1)}·${(k[c] ?? 0).toFixed(1)}`;
    })
    .join("");
}
