import { movedWords, TranslationArcs } from "@saccade/figures/arcs";
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { useTouch } from "../../ui/use-media.ts";
import type { OpeningModel } from "./model.ts";
import { useSaying } from "./use-saying.ts";
import { words } from "./words.ts";

/** The sentence, its translation as it is said word by word, and their arcs. */
export function Figure({ model }: { readonly model: OpeningModel }): JSX.Element {
  const t = useWords(words);
  const [round, setRound] = useState(0);
  const translation = model.translation.value;
  // The ends of sentences are tokens, too; they would only stand beside the drawing.
  const { source, target, weights } = useMemo(() => {
    const [read, said] = [translation.source, translation.target].map(withoutEnd) as [number, number];
    return {
      source: translation.source.slice(0, read).map(({ text }) => text),
      target: translation.target.slice(0, said),
      weights: translation.weights.slice(0, said).map((row) => row.slice(0, read)),
    };
  }, [translation]);
  const key = useMemo(() => ({ translation, round }), [translation, round]);
  const said = useSaying(key, target.length);
  const { chosen } = model;
  const isTouch = useTouch();
  const hasMoved = useMemo(() => movedWords(weights).size > 0, [weights]);
  // While the sentence is said, the last word is the one to look at.
  const saying = said < target.length && said > 0;
  return (
    <figure class="opening-figure">
      <TranslationArcs
        source={source}
        target={target}
        weights={weights}
        chosen={chosen}
        said={said}
        lit={saying ? said - 1 : null}
        languages={["en", model.language.value === "zh" ? "zh-CN" : "fr"]}
        label={t.label}
        describe={t.describe}
      />
      <figcaption>
        <span role="status">{captionOf()}</span>
        <button type="button" onClick={() => setRound(round + 1)} disabled={said < target.length}>
          ↻ {t.again}
        </button>
      </figcaption>
    </figure>
  );

  function captionOf(): string {
    const look = chosen.value;
    if (look === null) return (isTouch ? t.hintTouch : t.hint) + (hasMoved ? t.moved : "");
    const [mine, others] = look.side === "target" ? [target, source] : [source, target];
    const listed = others
      .map((text, i): [string, number] => [
        text,
        (look.side === "target" ? weights[look.index]?.[i] : weights[i]?.[look.index]) ?? 0,
      ])
      .filter(([, weight]) => weight >= 0.05)
      .sort(([, a], [, b]) => b - a);
    const word = mine[look.index] ?? "";
    return look.side === "target" ? t.reads(word, listed) : t.isRead(word, listed);
  }
}

/** How many of the words stand before the end of the sentence. */
function withoutEnd(tokens: readonly (string | { readonly text: string })[]): number {
  const last = tokens.at(-1);
  return (typeof last === "string" ? last : last?.text) === "<eos>" ? tokens.length - 1 : tokens.length;
}
