import { useSignal } from "@preact/signals";
import { scope, tensor } from "@saccade/tensor";
import { useMemo } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { fill, wholePercent } from "../messages.ts";
import { Chart, Dot, Note, Path, Slider, short } from "../ui/index.ts";
import { placeOf } from "../word-map/words.ts";
import "./weighted-mix.css";
import type en from "./en.json";

const words = ["cat", "river", "tired"] as const;
const colours = ["blue", "green", "pink"] as const;
const first = [3, 1, 0] as const;
const values = words.map(placeOf);
/** The ends of an axis, with room for names. */
const reach = (axis: 0 | 1): [number, number] => {
  const along = values.map((place) => place[axis]);
  return [Math.min(...along) - 0.25, Math.max(...along) + 0.25];
};

/** Scores of words, their softmax, and the mean of the words' places with these weights. */
export function Figure({ t }: FigureProps<typeof en>) {
  const scores = [useSignal<number>(first[0]), useSignal<number>(first[1]), useSignal<number>(first[2])];
  const numbers = scores.map(({ value }) => value);
  const { shares, mix } = useMemo(
    () =>
      scope(() => {
        const weights = tensor([numbers]).softmax(-1); // (1, words)
        return { shares: weights.toArray(2)[0]!, mix: weights.matmul(tensor(values)).toArray(2)[0]! };
      }),
    numbers,
  );
  const [x = 0, y = 0] = mix;
  const said = words.map((word, i) => fill(t.share, { word, share: wholePercent(shares[i]!) }));
  return (
    <figure class="fig-weighted-mix" data-done="true">
      <p class="headline">{t.headline}</p>
      <div class="panels">
        <div class="controls">
          {words.map((word, i) => (
            <Slider
              key={word}
              label={fill(t.score, { word })}
              value={scores[i]!}
              min={-5}
              max={5}
              step={0.5}
              digits={1}
            />
          ))}
          <div>
            <p class="quiet">{t.shares}</p>
            <div class="whole" aria-hidden="true">
              {shares.map((share, i) => (
                <span key={i} class={`bar ${colours[i]}`} style={{ "--share": share }} />
              ))}
            </div>
            <p class="flow keys" role="status">
              {said.map((text, i) => (
                <span key={i} class={`swatch number ${colours[i]}`}>
                  {text}
                </span>
              ))}
            </p>
          </div>
          <div class="buttons">
            <button
              type="button"
              onClick={() => {
                for (const [i, score] of scores.entries()) score.value = first[i]!;
              }}
            >
              {t.reset}
            </button>
          </div>
        </div>
        <Chart
          x={reach(0)}
          y={reach(1)}
          margin={[0, 0, 0, 0]}
          height={190}
          initial={330}
          label={fill(t.label, { shares: said.join(t.list), x: short(x, 2), y: short(y, 2) })}
        >
          {values.map(([wx, wy], i) => (
            <g key={i} class={colours[i]}>
              <g style={{ "--wide": `${1 + 9 * shares[i]!}px` }}>
                <Path class="curve pull" x={[x, wx]} y={[y, wy]} />
              </g>
              <Dot class="spot" x={wx} y={wy} r={5} />
              <Note class="way" x={wx} y={wy} dy={20} anchor="middle">
                {words[i]}
              </Note>
            </g>
          ))}
          <Dot class="spot orange" x={x} y={y} r={8} />
          <Note class="halo ink" x={x} y={y} dy={-14} anchor="middle">
            {t.mix}
          </Note>
        </Chart>
      </div>
      <figcaption>{t.caption}</figcaption>
    </figure>
  );
}
