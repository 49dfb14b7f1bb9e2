import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { fill } from "../messages.ts";
import { Choice, Slider } from "../ui/index.ts";
import { CostChart } from "./chart.tsx";
import { type Cut, cut, learn, measure, type SentenceName, sentences, sizes } from "./pieces.ts";
import "./real-text.css";
import { words } from "./words.ts";

const names = Object.keys(sentences) as SentenceName[];

/** A sentence in subwords and in words, for a growing vocabulary, and what each costs on held-out sentences. */
export function Figure({ lang }: FigureProps): JSX.Element {
  const t = words[lang];
  const place = useSignal(sizes.indexOf(100));
  const name = useSignal<SentenceName>("rare");
  const measured = useMemo(measure, []);
  const size = sizes[place.value]!;
  const cuts = useMemo(() => cut(sentences[name.value].split(" "), size), [name.value, size]);
  const here = measured[place.value]!;
  const perWord = here.subwordsPerWord.toFixed(2);
  const unknown = `${(100 * here.unknown).toFixed(1)} %`;
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
        <Choice legend={t.sentence} value={name} names={names} labels={t.sentences} />
      </div>
      <div class="rows">
        <Subwords title={fill(t.subwords, { size })} cuts={cuts} count={t.count} />
        <WholeWords title={fill(t.words, { size })} cuts={cuts} lost={t.lost} />
      </div>
      <CostChart
        t={t}
        measured={measured}
        chosen={place.value}
        label={fill(t.label, { size, perWord, unknown })}
      />
      <figcaption aria-live="polite">
        {fill(t.caption, { sentences: learn().heldOut.length, size, perWord, unknown })}
      </figcaption>
    </figure>
  );
}

interface RowProps {
  readonly title: string;
  readonly cuts: readonly Cut[];
}

function Subwords({ title, cuts, count }: RowProps & { readonly count: string }) {
  const parts = cuts.reduce((sum, { parts }) => sum + parts.length, 0);
  return (
    <div class="row subwords blue">
      <p>
        {title} <strong class="number">{fill(count, { parts })}</strong>
      </p>
      <p class="cut flow" lang="en">
        {cuts.map(({ parts }, i) => (
          <span key={i} class="word">
            {parts.map((part, j) => (
              <span key={j} class="part">
                {part}
              </span>
            ))}
          </span>
        ))}
      </p>
    </div>
  );
}

function WholeWords({ title, cuts, lost }: RowProps & { readonly lost: string }) {
  const unknown = cuts.filter(({ known }) => !known).length;
  return (
    <div class="row unknown orange">
      <p>
        {title} <strong class="number">{fill(lost, { unknown })}</strong>
      </p>
      <p class="cut flow" lang="en">
        {cuts.map(({ word, known }, i) => (
          <span key={i} class={known ? "part" : "part lost"}>
            {known ? word : "<unk>"}
          </span>
        ))}
      </p>
    </div>
  );
}
