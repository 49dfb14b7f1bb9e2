import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { dictionary, fill } from "../messages.ts";
import { Choice, Slider, short, useReducedMotion } from "../ui/index.ts";
import { Curve } from "./curve.tsx";
import { Dial } from "./dial.tsx";
import "./positions.css";
import en from "./en.json" with { type: "json" };
import { Sweep } from "./sweep.ts";
import { length, type Method, methods, pairs, positionsOf, turnOf } from "./vectors.ts";

const words = dictionary(en, () => import("./zh.json"));

const domains = { sines: [-2, 4], rotary: [-3, 3], alibi: [-4, 0] } as const;

/** The effect of positions on the score of a query and a key. */
export function Figure({ lang }: FigureProps): JSX.Element {
  const t = words[lang];
  const method = useSignal<Method>("rotary");
  const query = useSignal(10);
  const distance = useSignal(4);
  const positions = useMemo(() => positionsOf(method.value), [method.value]);
  const still = useReducedMotion();
  const sweep = useMemo(() => new Sweep(query, 10, 40), [query]);
  const isPlaying = sweep.playing.value;
  const figure = useRef<HTMLElement>(null);
  // It moves once by itself, when all of it is in sight and nothing has been touched.
  useEffect(() => {
    if (still || figure.current === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting !== true) return;
        observer.disconnect();
        sweep.play();
      },
      { threshold: 0.8 },
    );
    observer.observe(figure.current);
    return () => {
      observer.disconnect();
      sweep.stop();
    };
  }, [still, sweep]);

  const at = Math.floor(query.value);
  const part = query.value - at; // between two positions, in motion
  const other = Math.min(length - 1, at + distance.value);
  const scores = positions.scores[at] ?? [];
  const score = short(scores[other] ?? 0, 2);
  return (
    <figure class="fig-positions" data-done={!isPlaying} ref={figure} onInputCapture={() => sweep.stop()}>
      <p class="headline">{t.headlines[method.value]}</p>
      <div class="settings">
        <div class="buttons">
          <Choice legend={t.method} value={method} names={methods} labels={t.methods} />
          {!still && (
            <button type="button" data-run onClick={() => (isPlaying ? sweep.stop() : sweep.play())}>
              {isPlaying ? t.stop : t.move}
            </button>
          )}
        </div>
        <Slider
          label={t.query}
          value={query}
          min={0}
          max={43}
          step={1}
          show={(position) => String(Math.floor(position))}
        />
        <Slider label={t.distance} value={distance} min={0} max={20} step={1} />
      </div>
      {positions.queries && positions.keys ? (
        <div class="dials">
          {Array.from({ length: pairs }, (_, i) => {
            const [q, k] = [positions.queries?.[at], positions.keys?.[other]].map(
              (row): readonly [number, number] => [row?.[2 * i] ?? 0, row?.[2 * i + 1] ?? 0],
            ) as [readonly [number, number], readonly [number, number]];
            const product = short(q[0] * k[0] + q[1] * k[1], 2);
            const turned = part * turnOf(method.value, i);
            return (
              <Dial
                key={i}
                query={q}
                other={k}
                {...{ product, turned }}
                label={fill(t.dial, { pair: i + 1, product })}
              />
            );
          })}
        </div>
      ) : null}
      <p class="sum number">{fill(t.sum, { query: at, key: other, score })}</p>
      <Curve
        {...{ scores, part }}
        domain={domains[method.value]}
        query={at}
        chosen={other}
        axis={t.axis}
        label={fill(t.curve, { query: at, key: other, score })}
      />
      <figcaption>{t.captions[method.value]}</figcaption>
    </figure>
  );
}
