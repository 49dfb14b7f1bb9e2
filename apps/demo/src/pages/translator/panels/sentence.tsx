import { fill, percent } from "@saccade/figures/messages";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useWords } from "../../../app/shell.ts";
import { words } from "../messages/index.ts";
import type { TranslatorModel } from "../model.ts";
import { sureOfWhole } from "../network/frames.ts";
import { longest } from "../network/network-sizes.ts";
import { lastOf } from "../sentence/word-picker.ts";
import { longestSentence } from "../settings.ts";

const list = "translator-words";

/** The sentence to translate: one of the data's, or one's own, whose words can be picked from the vocabulary. */
export function Sentence({ model }: { readonly model: TranslatorModel }): JSX.Element {
  const t = useWords(words);
  const { sentence } = model.settings;
  const { reading, picker } = model;
  const { unseen } = reading.translation.value;
  const { examples, isGrammar } = model.session.facts.value;
  const { drawn, isNow } = model.view.value;
  // While it trains, this would change with each step.
  const isUncertain =
    isNow && !model.training.isBusy.value && drawn.target.length > 0 && drawn.certainty < sureOfWhole;
  const note = [
    sentence.value.trim() === "" ? t.empty : "",
    reading.wasCut.value ? fill(t.cut, { most: longestSentence }) : "",
    unseen > 0 ? fill(t.unseen, { count: unseen, most: longest }) : "",
    isUncertain ? fill(t.uncertain, { certainty: percent(drawn.certainty) }) : "",
  ];
  return (
    <div class="sentence">
      <WordInput model={model} />
      <p class="examples flow">
        <span class="quiet">{isGrammar ? t.heldOut : t.examples}</span>
        {examples.map((example) => (
          <button
            key={example}
            type="button"
            lang="en"
            aria-pressed={example === sentence.value}
            onClick={() => {
              picker.close();
              reading.write(example);
            }}
          >
            {example}
          </button>
        ))}
      </p>
      <div class="notes" role="status">
        {note.some((text) => text !== "") && <p>{note.filter((text) => text !== "").join(" ")}</p>}
        <UnknownWords model={model} />
      </div>
    </div>
  );
}

function WordInput({ model }: { readonly model: TranslatorModel }): JSX.Element {
  const t = useWords(words);
  const { sentence } = model.settings;
  const { reading, picker } = model;
  // The word itself: the list may change below the arrow keys.
  const [chosen, setChosen] = useState<string>();
  const offered = picker.offered.value;
  const active = chosen === undefined ? -1 : offered.indexOf(chosen);
  const pick = (word: string): void => {
    setChosen(undefined);
    picker.pick(word);
  };
  const onKey = (event: KeyboardEvent): void => {
    const word = offered[active];
    if (event.key === "Escape") picker.close();
    else if (event.key === "ArrowDown") setChosen(offered[(active + 1) % Math.max(1, offered.length)]);
    else if (event.key === "ArrowUp") setChosen(offered[(active <= 0 ? offered.length : active) - 1]);
    else if (event.key === "Enter" && word !== undefined) pick(word);
    else return;
    event.preventDefault();
  };
  return (
    <div class="word-input">
      <label class="field">
        <span>{t.sentence}</span>
        <input
          type="text"
          lang="en"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={offered.length > 0}
          aria-controls={list}
          aria-activedescendant={offered[active] === undefined ? undefined : `${list}-${active}`}
          placeholder={t.pickHint}
          value={sentence.value}
          onFocus={() => picker.offer()}
          onBlur={() => picker.close()}
          onInput={(event) => {
            setChosen(undefined);
            reading.write(event.currentTarget.value);
            picker.offer();
          }}
          onKeyDown={onKey}
        />
      </label>
      <div id={list} role="listbox" aria-label={t.nextWords} hidden={offered.length === 0} lang="en">
        {offered.map((word, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, which keeps the focus
          <div
            key={word}
            id={`${list}-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === active}
            onPointerDown={(event) => event.preventDefault()} // the input keeps the focus
            onClick={() => pick(word)}
          >
            {word}
          </div>
        ))}
      </div>
    </div>
  );
}

/** The words that the network does not know, each with words to write in its place. */
function UnknownWords({ model }: { readonly model: TranslatorModel }): JSX.Element | null {
  const t = useWords(words);
  const { picker, reading, session } = model;
  // A word that is being typed is not yet wrong.
  const begun = picker.offered.value.length > 0 ? lastOf(model.settings.sentence.value).start : "";
  const found = reading.translation.value.source
    .filter(({ text, known }) => !known && text !== begun)
    .map(({ text }) => text);
  const unknown = [...new Set(found)];
  if (unknown.length === 0) return null;
  return (
    <div class="unknown flow">
      <p>
        {fill(t.unknownWords, {
          words: unknown.map((word) => `“${word}”`).join(t.comma),
          unknown: unknown.length,
          count: session.facts.value.sourceWords,
        })}
      </p>
      {unknown.map((word) => (
        <p key={word}>
          {unknown.length > 1 && <span lang="en">{fill(t.replace, { word })}</span>}
          {(picker.instead.value.get(word) ?? []).map((near) => (
            <button key={near} type="button" lang="en" onClick={() => picker.replace(word, near)}>
              {near}
            </button>
          ))}
        </p>
      ))}
    </div>
  );
}
