import { fill } from "@saccade/figures/messages";
import { Choice } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { partOf } from "../../app/lazily.tsx";
import { useWords } from "../../app/shell.ts";
import { KnownWords, SentenceField, UnknownWords, withWord } from "../../ui/own-sentence.tsx";
import { Button } from "../../ui/parts.tsx";
import { examples, languages } from "./calls.ts";
import { words } from "./messages/index.ts";
import { longestSentence, mostWords, type OpeningModel, start } from "./model.ts";

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
