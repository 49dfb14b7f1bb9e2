import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { fill } from "../messages.ts";
import { type Box, Caption, Cells, rectOf, setTo, useNarrow, useRoving, useWidth } from "../ui/index.ts";
import { apart } from "./lay-out.ts";
import "./word-map.css";
import type en from "./en.json";
import { likeness, nearest, places, vectors, width, words } from "./words.ts";

const neighbours = 4;
const largest = Math.max(...vectors.flat().map(Math.abs));

/** Words of a trained embedding on a map, and the vectors of one and of the words that are most like it. */
export function Figure({ lang, t }: FigureProps<typeof en>) {
  const chosen = useSignal(0);
  const isNarrow = useNarrow();
  const { ref, width: across } = useWidth<HTMLDivElement>(670);
  const group = useRoving(".word");
  const [height, letter] = isNarrow ? [330, 6.6] : [380, 7.8]; // px
  const spots = useMemo(() => {
    const wanted = places.map(([x, y], i): Box => {
      const w = letter * words[i]!.length + 8;
      return { x: ((x! + 1) / 2) * across - w / 2, y: ((1 - y!) / 2) * height - 9, w, h: 19 };
    });
    return apart(wanted, { w: across, h: height });
  }, [across, height]);
  const middle = (word: number): { readonly x: number; readonly y: number } => {
    const { x, y, w, h } = spots[word]!;
    return { x: x + w / 2, y: y + h / 2 };
  };
  const nearestOf = useMemo(() => words.map((_, i) => nearest(i, neighbours)), []);
  const near = nearestOf[chosen.value]!;
  const named = (word: number): string => nearestOf[word]!.map((other) => words[other]).join(t.list);
  const from = middle(chosen.value);
  const word = words[chosen.value]!;
  return (
    <figure class="fig-word-map" data-done="true">
      <p class="headline">{t.headline}</p>
      <div ref={ref}>
        <svg
          ref={group}
          class="chart"
          viewBox={`0 0 ${across} ${height}`}
          role="group"
          aria-label={fill(t.label, { count: words.length, word, near: named(chosen.value) })}
        >
          {near.map((other) => (
            <line key={other} x1={from.x} y1={from.y} x2={middle(other).x} y2={middle(other).y} />
          ))}
          {words.map((text, i) => {
            const { x, y } = middle(i);
            const kind = i === chosen.value ? "query" : near.includes(i) ? "key" : "";
            return (
              <g
                key={text}
                class={`word ${kind}`}
                role="button"
                tabindex={0}
                aria-label={fill(t.choose, { word: text, near: named(i) })}
                aria-pressed={i === chosen.value}
                onClick={setTo(chosen, i)}
                onKeyDown={(event) => {
                  if (event.key !== "Enter" && event.key !== " ") return;
                  event.preventDefault();
                  chosen.value = i;
                }}
              >
                <rect {...rectOf(spots[i]!)} rx={4} />
                <text x={x} y={y + 4}>
                  {text}
                </text>
              </g>
            );
          })}
        </svg>
      </div>
      <p class="quiet">{fill(t.strips, { width, word })}</p>
      <div class="strips" role="status">
        {[chosen.value, ...near.slice(0, 3)].map((one) => (
          <div key={one}>
            <span>{words[one]}</span>
            <Cells rows={[vectors[one]!]} largest={largest} />
            <span class="number">{likeness(chosen.value, one).toFixed(2)}</span>
          </div>
        ))}
      </div>
      <Caption text={t.caption} lang={lang} />
    </figure>
  );
}
