import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { Choice, Slider } from "../ui/index.ts";
import { Curve } from "./curve.tsx";
import { Dial } from "./dial.tsx";
import "./positions.css";
import { length, type Method, methods, pairs, positionsOf } from "./vectors.ts";
import { words } from "./words.ts";

const domains = { sines: [-2, 4], rotary: [-3, 3], alibi: [-4, 0] } as const;

/** The effect of positions on the score of a query and a key. */
export function Figure({ lang }: FigureProps): JSX.Element {
  const t = words[lang];
  const method = useSignal<Method>("rotary");
  const query = useSignal(10);
  const distance = useSignal(4);
  const positions = useMemo(() => positionsOf(method.value), [method.value]);
  const at = query.value;
  const other = Math.min(length - 1, at + distance.value);
  const scores = positions.scores[at] ?? [];
  const score = (scores[other] ?? 0).toFixed(2);
  return (
    <figure class="fig-positions" data-done="true">
      <div class="settings">
        <Choice legend={t.method} value={method} names={methods} labels={t.methods} />
        <Slider label={t.query} value={query} min={0} max={43} step={1} />
        <Slider label={t.distance} value={distance} min={0} max={20} step={1} />
      </div>
      {positions.queries && positions.keys ? (
        <div class="dials">
          {Array.from({ length: pairs }, (_, i) => {
            const [q, k] = [positions.queries?.[at], positions.keys?.[other]].map(
              (row): readonly [number, number] => [row?.[2 * i] ?? 0, row?.[2 * i + 1] ?? 0],
            ) as [readonly [number, number], readonly [number, number]];
            const product = (q[0] * k[0] + q[1] * k[1]).toFixed(2);
            return <Dial key={i} query={q} other={k} label={t.dial(i + 1, product)} />;
          })}
        </div>
      ) : null}
      <p class="sum number">{t.sum(at, other, score)}</p>
      <Curve
        scores={scores}
        domain={domains[method.value]}
        query={at}
        chosen={other}
        axis={t.axis}
        label={t.curve(at, other, score)}
      />
      <figcaption>{t.captions[method.value]}</figcaption>
    </figure>
  );
}
