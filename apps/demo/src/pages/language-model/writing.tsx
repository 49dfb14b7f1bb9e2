import { headName } from "@saccade/figures/head-name";
import { CacheColumns, type ColumnShape, NextBars } from "@saccade/figures/language-model";
import { fill } from "@saccade/figures/messages";
import { Slider } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { Button } from "../../ui/button.tsx";
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
        <Button
          text={writing ? t.stop : t.write}
          primary
          disabled={!ready && !writing}
          onClick={() => (writing ? reader.stop() : reader.write())}
        />
        <Button text={t.draw} disabled={!ready || writing} onClick={() => reader.draw()} />
        <Button
          text={t.restart}
          disabled={reader.added.value.length === 0}
          onClick={() => reader.restart()}
        />
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

const shape: ColumnShape = {
  width: 16,
  cell: { width: 16, height: 4 },
  perRow: 1,
  characters: 2,
  lines: 1,
};

/** The keys and values that the cache holds for one head, a column a token; the columns that are new are framed. */
export function CacheView({ reader }: { readonly reader: Reader }): JSX.Element {
  const t = useWords(words);
  const cached = reader.cached.value;
  const { tokens, computed, maxLen } = reader.reading.value;
  const pace = reader.pace.value;
  const label = fill(t.cacheLabel, { tokens: tokens.length });
  return (
    <section class="cache">
      <h2>{t.cacheTitle}</h2>
      <p>{t.cacheText}</p>
      <figure>
        <p class="keys flow" aria-hidden="true">
          <span class="swatch key">{t.keys}</span>
          <span class="swatch value">{t.values}</span>
          <span class="quiet">{headName(reader.heads.head.value)}</span>
        </p>
        {cached !== null && <CacheColumns {...{ tokens, cached, fresh: computed, shape, label }} />}
        <progress value={tokens.length} max={Math.max(1, maxLen)} aria-hidden="true" />
        <figcaption class="number">
          {fill(t.computed, { computed, reused: tokens.length - computed })}.{" "}
          {fill(t.filled, { filled: tokens.length, places: maxLen })}
          {cached !== null && `, ${fill(t.bytes, { kilobytes: Math.round(cached.bytes / 100) / 10 })}`}.{" "}
          {pace !== null &&
            fill(t.pace, {
              ms: pace.toFixed(pace < 10 ? 2 : 0),
              perSecond: Math.round(1000 / Math.max(pace, 0.001)),
            })}
        </figcaption>
      </figure>
    </section>
  );
}
