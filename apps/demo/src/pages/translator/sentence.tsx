import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import type { TranslatorModel } from "./model.ts";
import { longest } from "./network-sizes.ts";
import { longestSentence } from "./settings.ts";
import { words } from "./words.ts";

/** The sentence to translate, typed or one of the data's. */
export function Sentence({ model }: { readonly model: TranslatorModel }): JSX.Element {
  const t = useWords(words);
  const { sentence } = model.settings;
  const { unseen, source } = model.translation.value;
  const { examples, isGrammar } = model.facts.value;
  const missing = source.filter(({ known }) => !known).map(({ text }) => text);
  const note = [
    sentence.value.trim() === "" ? t.empty : "",
    model.wasCut.value ? t.cut(longestSentence) : "",
    missing.length > 0 ? t.unknownWords([...new Set(missing)].join(", ")) : "",
    unseen > 0 ? t.unseen(unseen, longest) : "",
  ];
  return (
    <div class="sentence">
      <label class="field">
        <span>{t.sentence}</span>
        <input
          type="text"
          lang="en"
          autocomplete="off"
          spellcheck={false}
          value={sentence.value}
          onInput={(event) => model.write(event.currentTarget.value)}
        />
      </label>
      <p class="examples">
        <span class="quiet">{isGrammar ? t.heldOut : t.examples}:</span>
        {examples.map((example) => (
          <button key={example} type="button" lang="en" onClick={() => model.write(example)}>
            {example}
          </button>
        ))}
      </p>
      <p class="quiet" role="status">
        {note.filter((text) => text !== "").join(" ")}
      </p>
    </div>
  );
}
