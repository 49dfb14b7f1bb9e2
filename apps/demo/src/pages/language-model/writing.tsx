import { NextBars } from "@saccade/figures/language-model";
import { fill } from "@saccade/figures/messages";
import { Slider } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { notesOf, words } from "./messages/index.ts";
import type { Reader } from "./reader.ts";
import { allTokens } from "./settings.ts";

/** A text, which the reader types and the model continues, and the distribution of its next token. */
export function Writing({ reader }: { readonly reader: Reader }): JSX.Element {
  return (
    <section class="writing" data-figure="">
      <TextBox reader={reader} />
      <NextToken reader={reader} />
    </section>
  );
}

function TextBox({ reader }: { readonly reader: Reader }): JSX.Element {
  const t = useWords(words);
  const { text, unread, maxLen } = reader.reading.value;
  const leftOut = reader.leftOut.value;
  const ready = reader.ready.value !== null;
  const writing = reader.writing.value;
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (writing && area.current !== null) area.current.scrollTop = area.current.scrollHeight;
  }, [text, writing]);
  return (
    <div class="text-box">
      <label class="field">
        <span>{t.text}</span>
        <textarea
          ref={area}
          rows={2}
          spellcheck={false}
          value={reader.added.value.length > 0 ? text : reader.settings.prompt.value}
          onInput={(event) => reader.type(event.currentTarget.value)}
        />
      </label>
      <div class="buttons">
        <button
          type="button"
          class="primary"
          disabled={!ready && !writing}
          onClick={() => (writing ? reader.stop() : reader.write())}
        >
          {writing ? t.stop : t.write}
        </button>
        <button type="button" disabled={!ready || writing} onClick={() => reader.draw()}>
          {t.draw}
        </button>
        <button type="button" disabled={reader.added.value.length === 0} onClick={() => reader.restart()}>
          {t.restart}
        </button>
      </div>
      <p class="quiet notes" role="status">
        {notesOf(t, leftOut, reader.longest, reader.reading.value)}
        {unread > 0 && fill(t.unread, { unread, maxLen })}
      </p>
    </div>
  );
}

function NextToken({ reader }: { readonly reader: Reader }): JSX.Element {
  const t = useWords(words);
  const { choices, kept, vocabSize } = reader.reading.value;
  const { temperature, topK, topP, seed } = reader.settings;
  const ready = reader.ready.value !== null;
  const two = (value: number): string => value.toFixed(2);
  const most = (k: number): string => (k === allTokens ? t.all : String(k));
  return (
    <div class="next-token beside">
      <figure>
        <h2>{t.next}</h2>
        <NextBars choices={choices} texts={t} disabled={!ready} onChoose={(choice) => reader.add(choice)} />
        <p class="number kept">{fill(t.kept, { kept, all: vocabSize })}</p>
        <figcaption>{t.nextText}</figcaption>
      </figure>
      <div class="controls">
        <Slider label={t.temperature} value={temperature} min={0.1} max={2} step={0.05} show={two} />
        <Slider label={t.topK} value={topK} min={1} max={allTokens} step={1} show={most} />
        <Slider label={t.topP} value={topP} min={0.05} max={1} step={0.05} show={two} />
        <Slider label={t.seed} value={seed} min={0} max={99} step={1} />
      </div>
    </div>
  );
}
