import { fill } from "@saccade/figures/messages";
import { Choice } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { shortened } from "../translator/network/frames.ts";
import { languages } from "./calls.ts";
import { examples } from "./examples.ts";
import { words } from "./messages/index.ts";
import { longestSentence, type OpeningModel } from "./model.ts";
import { mostWords } from "./own-sentence.ts";
import { start } from "./start.gen.ts";

/** The sentence: one of the examples, or the reader's own, of words that the translator knows. */
export function Sentence({ model }: { readonly model: OpeningModel }): JSX.Element {
  const t = useWords(words);
  const { own } = model;
  return (
    <div class="opening-sentence">
      <Choice legend={t.to} value={model.language} names={languages} labels={t.languages} />
      <fieldset class="examples flow">
        <legend>{t.examples}</legend>
        {examples[model.language.value].map((example, i) => (
          <button
            key={example}
            type="button"
            lang="en"
            aria-pressed={own.value === "" && model.example.value === String(i + 1)}
            onClick={() => model.chooseExample(i)}
          >
            {example}
          </button>
        ))}
      </fieldset>
      <div class="own">
        <label class="field">
          <span>{fill(t.own, { count: start.words.length })}</span>
          <input
            type="text"
            lang="en"
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            placeholder={t.placeholder}
            value={own.value}
            onInput={(event) => model.write(event.currentTarget.value)}
          />
        </label>
        <Notes model={model} />
        <UnknownWords model={model} />
      </div>
      <details>
        <summary>{t.vocabulary}</summary>
        <p class="quiet">{fill(t.vocabularyText, { count: start.words.length })}</p>
        <div class="chips flow" lang="en">
          {start.words.map((word) => (
            <button key={word} type="button" onClick={() => model.addWord(word)}>
              {word}
            </button>
          ))}
        </div>
      </details>
    </div>
  );
}

/** The part of the reader's sentence that is read, if not all of it. */
function Notes({ model }: { readonly model: OpeningModel }): JSX.Element {
  const t = useWords(words);
  const reading = model.reading.value;
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

/** The words that the translator does not know, each with known words to write in its place. */
function UnknownWords({ model }: { readonly model: OpeningModel }): JSX.Element {
  const t = useWords(words);
  const unknown = model.reading.value?.unknown ?? [];
  return (
    <div class="unknown" role="status">
      {unknown.length > 0 && (
        <>
          <p>{fill(t.unknown, { words: unknown.map(({ text }) => shortened(text)).join(t.comma) })}</p>
          {unknown.map(({ text, near }) => (
            <p key={text}>
              <span lang="en" class="word">
                {shortened(text)}
              </span>{" "}
              → {near.length === 0 && t.noneNear}
              {near.map((word) => (
                <button key={word} type="button" lang="en" onClick={() => model.replace(text, word)}>
                  {word}
                </button>
              ))}
            </p>
          ))}
          {model.waits.value && (
            <button type="button" onClick={() => model.translateAnyway()}>
              {t.anyway}
            </button>
          )}
        </>
      )}
    </div>
  );
}
