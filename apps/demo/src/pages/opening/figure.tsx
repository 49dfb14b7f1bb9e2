import { linkedWords, movedWords, TranslationArcs } from "@saccade/figures/arcs";
import { fill, wholePercent as percent } from "@saccade/figures/messages";
import { Choice, useReducedMotion, useTouch } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { partOf } from "../../app/lazily.tsx";
import { useWords } from "../../app/shell.ts";
import { KnownWords, SentenceField, UnknownWords, withWord } from "../../ui/own-sentence.tsx";
import { Button } from "../../ui/parts.tsx";
import { describedBy, drawnOf, sureOfWhole } from "../translator/network/frames.ts";
import { examples, languages } from "./calls.ts";
import { words } from "./messages/index.ts";
import { longestSentence, mostWords, type OpeningModel, start } from "./model.ts";

/** Below it a word of the translation is called uncertain. */
const sure = 0.6;

/** The sentence, its translation as it appears word by word, and their arcs. */
export function Figure({ model }: { readonly model: OpeningModel }): JSX.Element {
  const t = useWords(words);
  const [round, setRound] = useState(0);
  const translation = model.translation.value;
  const drawn = useMemo(() => drawnOf(translation), [translation]);
  const { source, target, weights, trust, certainty, unknown } = drawn;
  const key = useMemo(() => ({ translation, round }), [translation, round]);
  const { read, said } = useSaying(key, target.length);
  const { chosen } = model;
  const isTouch = useTouch();
  const hasMoved = useMemo(() => movedWords(weights).size > 0, [weights]);
  const hint = (isTouch ? t.hintTouch : t.hint) + (hasMoved ? t.moved : "");
  const saying = said < target.length;
  return (
    <figure class="opening-figure">
      <TranslationArcs
        {...{ ...drawn, chosen, read, said }}
        lit={saying && read > 0 ? read - 1 : null}
        languages={["en", model.language.value === "zh" ? "zh-CN" : "fr"]}
        label={t.label}
        describe={describedBy(t)}
      />
      <figcaption class="flow apart chips">
        <span role="status">{captionOf()}</span>
        <button type="button" onClick={() => setRound(round + 1)} disabled={saying || target.length === 0}>
          ↻ {t.again}
        </button>
      </figcaption>
    </figure>
  );

  function captionOf(): string {
    const look = chosen.value;
    if (look === null) return saying ? hint : restingCaption();
    const [mine, others] = look.side === "target" ? [target, source] : [source, target];
    const word = mine[look.index] ?? "";
    if (look.side === "source" && unknown.has(look.index)) return fill(t.isUnknown, { word });
    const listed = linkedWords(look, others, weights);
    if (look.side === "source")
      return target.length === 0
        ? hint
        : fill(t.isRead, { word, none: listed.length === 0, others: weighed(t, listed) });
    const trusted = trust[look.index] ?? 1;
    const reads = fill(t.reads, { word, others: weighed(t, listed) });
    return trusted < sure ? `${reads} ${fill(t.unsureOf, { trust: percent(trusted) })}` : reads;
  }

  function restingCaption(): string {
    if (model.reading.value?.words.length === 0) return t.noWords;
    if (target.length === 0) return t.refused;
    if (unknown.size > 0) return fill(t.guessed, { unknown: unknown.size, of: source.length });
    const unsure = target.filter((_, i) => (trust[i] ?? 1) < sure);
    const whole =
      certainty < sureOfWhole && model.answer.value === null
        ? fill(t.unsureOfWhole, { certainty: percent(certainty) })
        : "";
    if (unsure.length > 0)
      return (
        fill(t.unsure, { words: quoted(unsure, t.comma), count: unsure.length, of: target.length }) + whole
      );
    return whole === "" ? hint : whole.trimStart();
  }
}

/** Words in quotes; beyond the first few, how many there are tells enough. */
const quoted = (texts: readonly string[], comma: string): string =>
  texts
    .slice(0, 6)
    .map((text) => `“${text}”`)
    .join(comma) + (texts.length > 6 ? " …" : "");

/** Words in quotes, each with its weight. */
const weighed = (
  t: { readonly weighed: string; readonly comma: string },
  others: readonly (readonly [word: string, weight: number])[],
): string => others.map(([word, weight]) => fill(t.weighed, { word, weight: percent(weight) })).join(t.comma);

/** The progress of a translation. */
interface Moment {
  /** Words whose arcs are drawn: the network has looked at the sentence for them. */
  readonly read: number;
  /** The number of words shown. */
  readonly said: number;
}

/** Milliseconds before a beat: arcs are drawn in the time before their word. */
const msBefore = (beat: number): number => (beat % 2 === 0 ? 320 : 140);

/**
 * The progress of showing `count` words, two beats each: its arcs, then the word. It starts over with each new `key`; all of them are
 * there immediately for readers who want less motion.
 */
function useSaying(key: object, count: number): Moment {
  const all = 2 * count;
  const still = useReducedMotion();
  const [progress, setProgress] = useState({ key, beat: 0 });
  // Beats of another translation count for nothing, not for a frame.
  const made = progress.key === key ? progress.beat : 0;
  const beat = still ? all : Math.min(made, all);
  useEffect(() => {
    if (beat === all) return undefined;
    const timer = setTimeout(() => setProgress({ key, beat: beat + 1 }), msBefore(beat + 1));
    return () => clearTimeout(timer);
  }, [key, beat, all]);
  return { read: Math.ceil(beat / 2), said: Math.floor(beat / 2) };
}

const Panel = partOf(() => import("./subwords/panel.tsx").then(({ Panel }) => Panel));

/** The sentence: one of the examples, or the reader's own, of words that the translator knows. */
export function Sentence({ model }: { readonly model: OpeningModel }): JSX.Element {
  const t = useWords(words);
  const { own } = model;
  return (
    <div class="opening-sentence controls">
      <Choice legend={t.to} value={model.language} names={languages} labels={t.languages} />
      <fieldset class="examples flow">
        <legend class="quiet">{t.examples}</legend>
        {examples[model.language.value].map((example, i) => (
          <Button
            key={example}
            lang="en"
            aria-pressed={own.value === "" && model.example.value === String(i + 1)}
            text={example}
            onClick={() => model.chooseExample(i)}
          />
        ))}
      </fieldset>
      <div class="own">
        <SentenceField
          label={t.own}
          placeholder={t.placeholder}
          value={own.value}
          write={(text) => model.write(text)}
        />
        <Notes model={model} />
        <div role="status">
          <UnknownWords
            unknown={(!model.isLarger.value && model.reading.value?.unknown) || []}
            text={(unknown) => fill(t.unknown, { words: unknown.join(t.comma) })}
            replace={(word, near) => model.replace(word, near)}
          />
        </div>
        {model.hard.value !== null && <Panel model={model} />}
      </div>
      <KnownWords words={start.words} add={(word) => model.write(withWord(own.value, word))} />
    </div>
  );
}

/** The part of the reader's sentence that is read, if not all of it. */
function Notes({ model }: { readonly model: OpeningModel }): JSX.Element {
  const t = useWords(words);
  const reading = model.isLarger.value ? null : model.reading.value;
  const notes = [
    model.wasCut.value ? fill(t.cut, { most: longestSentence }) : "",
    reading !== null && reading.leftOut.length > 0
      ? fill(t.leftOut, { marks: reading.leftOut.join(" ") })
      : "",
    reading !== null && reading.further > 0 ? fill(t.further, { count: reading.further }) : "",
    reading !== null && reading.tooMany > 0
      ? fill(t.tooMany, { count: reading.tooMany, most: mostWords })
      : "",
    model.problem.value,
  ];
  return (
    <p class="quiet" role="status">
      {notes.filter((text) => text !== "").join(" ")}
    </p>
  );
}
