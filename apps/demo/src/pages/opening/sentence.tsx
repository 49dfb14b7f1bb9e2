import { Choice } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { examples } from "./examples.ts";
import { languages } from "./languages.ts";
import { longestSentence, type OpeningModel } from "./model.ts";
import { words } from "./words.ts";

/** The sentence: one of the examples, or the reader's own, of words that the translator knows. */
export function Sentence({ model }: { readonly model: OpeningModel }): JSX.Element {
  const t = useWords(words);
  const { own, translation, vocabulary, wasCut, problem } = model;
  const unknown = translation.value.source.filter(({ known }) => !known).map(({ text }) => text);
  const notes = [
    wasCut.value ? t.cut(longestSentence) : "",
    unknown.length > 0 ? t.unknown([...new Set(unknown)].join(", ")) : "",
    translation.value.unseen > 0 ? t.unseen(translation.value.unseen) : "",
    problem.value,
  ];
  return (
    <div class="opening-sentence">
      <Choice legend={t.to} value={model.language} names={languages} labels={t.languages} />
      <fieldset class="examples">
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
      <label class="field">
        <span>{t.own}</span>
        <input
          type="text"
          lang="en"
          autocomplete="off"
          spellcheck={false}
          placeholder={t.placeholder}
          value={own.value}
          onInput={(event) => model.write(event.currentTarget.value)}
        />
      </label>
      <p class="quiet" role="status">
        {notes.filter((text) => text !== "").join(" ")}
      </p>
      <details onToggle={(event) => event.currentTarget.open && model.listWords()}>
        <summary>{t.vocabulary}</summary>
        <p class="quiet">{vocabulary.value.length > 0 && t.vocabularyText(vocabulary.value.length)}</p>
        <div class="chips" lang="en">
          {vocabulary.value.map((word) => (
            <button key={word} type="button" onClick={() => model.addWord(word)}>
              {word}
            </button>
          ))}
        </div>
      </details>
    </div>
  );
}
