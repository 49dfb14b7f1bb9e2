import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { fill } from "../messages.ts";
import { Chart, Choice, Dot, GridLines, Note, OnScale, Path, Slider, Upright, XTicks } from "../ui/index.ts";
import type en from "./en.json";
import { cut, learn, measure, type SentenceName, sentences, sizes } from "./pieces.ts";
import "./real-text.css";

const names = Object.keys(sentences) as SentenceName[];
const places = sizes.map((_, i) => i);

/** The words of a sentence. Any will do: subwords spell what is not English, too. */
export function sentenceOf(text: string): string[] {
  const words = text.split(/\s+/).filter(Boolean);
  if (words.length === 0 || words.length > 12)
    throw new Error(`sentence has ${words.length} words, with spaces between them; it has 1 to 12.`);
  return words;
}

/** A sentence in subwords and in words, for a growing vocabulary, and what each costs on held-out sentences. */
export function Figure({ t, sentence }: FigureProps<typeof en>) {
  const place = useSignal(sizes.indexOf(100));
  const name = useSignal<SentenceName>("rare");
  const measured = useMemo(measure, []);
  const size = sizes[place.value]!;
  const text = sentence ?? sentences[name.value];
  const cuts = useMemo(() => cut(sentenceOf(text), size), [text, size]);
  const here = measured[place.value]!;
  const perWord = here.subwordsPerWord.toFixed(2);
  const unknown = `${(100 * here.unknown).toFixed(1)} %`;
  const parts = cuts.reduce((sum, { parts }) => sum + parts.length, 0);
  const lost = cuts.filter(({ known }) => !known).length;
  return (
    <figure class="fig-real-text" data-done="true">
      <p class="headline">{t.headline}</p>
      <div class="controls flow">
        <Slider
          label={t.size}
          value={place}
          min={0}
          max={sizes.length - 1}
          step={1}
          show={(i) => String(sizes[i])}
        />
        {sentence === undefined && (
          <Choice legend={t.sentence} value={name} names={names} labels={t.sentences} />
        )}
      </div>
      <div class="rows">
        <div class="row subwords blue">
          <p>
            {fill(t.subwords, { size })} <strong class="number way">{fill(t.count, { parts })}</strong>
          </p>
          <p class="cut flow" lang="en">
            {cuts.map(({ parts }, i) => (
              <span key={i} class="word">
                {parts.map((part, j) => (
                  <span key={j} class="part mono">
                    {part}
                  </span>
                ))}
              </span>
            ))}
          </p>
        </div>
        <div class="row unknown orange">
          <p>
            {fill(t.words, { size })} <strong class="number way">{fill(t.lost, { unknown: lost })}</strong>
          </p>
          <p class="cut flow" lang="en">
            {cuts.map(({ word, known }, i) => (
              <span key={i} class={known ? "part mono" : "part mono lost way strong"}>
                {known ? word : "<unk>"}
              </span>
            ))}
          </p>
        </div>
      </div>
      {/* Both costs of a vocabulary over its size: longer sequences to the left, unknown words to the right. */}
      <Chart
        x={[0, sizes.length - 1]}
        y={[0, 5]}
        margin={[22, 46, 36, 24]}
        height={184}
        label={fill(t.label, { size, perWord, unknown })}
      >
        <GridLines ticks={[0, 1, 2, 3, 4, 5]} />
        <XTicks ticks={places} show={(i) => sizes[i]} />
        <Note x={places.length / 2 - 0.5} y="bottom" dy={33} anchor="middle">
          {t.x}
        </Note>
        <Upright at={place.value} class="here" />
        <g class="subwords way blue">
          <Path class="curve" x={places} y={measured.map((one) => one.subwordsPerWord)} />
          <Dot class="spot" x={place.value} y={here.subwordsPerWord} r={4.5} />
          <Note x="left" y="top" dy={-12}>
            {t.left}
          </Note>
        </g>
        <OnScale y={[0, 1]}>
          {[0, 0.2, 0.4, 0.6, 0.8, 1].map((share) => (
            <Note key={share} x="right" y={share} dx={8} dy={4}>
              {100 * share} %
            </Note>
          ))}
          <g class="unknown way orange">
            <Path class="curve" x={places} y={measured.map((one) => one.unknown)} />
            <Dot class="spot" x={place.value} y={here.unknown} r={4.5} />
            <Note x="right" y="top" dx={46} dy={-12} anchor="end">
              {t.right}
            </Note>
          </g>
        </OnScale>
      </Chart>
      <figcaption aria-live="polite">
        {fill(t.caption, { sentences: learn().heldOut.length, size, perWord, unknown })}
      </figcaption>
    </figure>
  );
}
