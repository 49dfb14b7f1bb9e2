import { headName } from "@saccade/figures/head-name";
import { CacheColumns, type ColumnShape, NextBars, percent } from "@saccade/figures/language-model";
import type { Inputs } from "@saccade/figures/language-model/lens";
import type { Choice as Guess } from "@saccade/figures/language-model/sampling";
import { fill } from "@saccade/figures/messages";
import { Slider, useNarrow } from "@saccade/figures/ui";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { Button } from "../../ui/parts.tsx";
import { notesOf, words } from "./messages/index.ts";
import { type Reader, useWanted, type Wanted } from "./reader.ts";
import { allTokens } from "./settings.ts";

interface FlowProps {
  /** The text, which stays in sight. */
  readonly text: JSX.Element;
  readonly inputs: Wanted<Inputs>;
  /** What stands beside the first station. */
  readonly side: JSX.Element;
  /** The stations after the first. */
  readonly children: ComponentChildren;
}

/** From a text to what comes next, station by station. */
export function Flow({ text, inputs, side, children }: FlowProps): JSX.Element {
  return (
    <div class="stations">
      <div class="pinned" data-figure="">
        {text}
      </div>
      <div class="stage beside">
        <Vectors inputs={inputs} />
        {side}
      </div>
      {children}
    </div>
  );
}

/** The likeliest tokens; one that is pressed is put in. */
export function Guesses(props: {
  readonly title: string;
  readonly choices: readonly Guess[];
  readonly disabled?: boolean;
  readonly onChoose: (choice: Guess) => void;
}): JSX.Element {
  const { title, choices, disabled, onChoose } = props;
  return (
    <div class="guesses flow" role="group" aria-label={title}>
      <span class="quiet">{title}</span>
      {choices.slice(0, 5).map((choice) => (
        <button
          key={choice.token}
          type="button"
          disabled={disabled}
          style={{ "--share": choice.plain }}
          onClick={() => onChoose(choice)}
        >
          <b>{choice.text}</b> <span class="number quiet">{percent(choice.plain)}</span>
        </button>
      ))}
    </div>
  );
}

const square: ColumnShape = {
  width: 56,
  cell: { width: 6, height: 5 },
  perRow: 8,
  characters: 9,
  lines: 2,
};

/** Each token as a row of numbers, without and with its position. */
function Vectors({ inputs }: { readonly inputs: Wanted<Inputs> }): JSX.Element {
  const t = useWords(words);
  const into = useWanted(inputs);
  const found = inputs.answer.value;
  return (
    <section class="vectors" ref={into}>
      <h2>{t.vectorsTitle}</h2>
      <p>{fill(t.vectorsText, { added: found?.added ?? true })}</p>
      {found !== null && (
        <figure>
          <p class="keys flow" aria-hidden="true">
            <span class="swatch key">{t.fromTable}</span>
            {found.added && <span class="swatch value">{t.withPosition}</span>}
          </p>
          <CacheColumns
            tokens={found.tokens}
            cached={found.columns}
            fresh={0}
            shape={square}
            label={fill(t.vectorsLabel, { tokens: found.columns.tokens })}
          />
        </figure>
      )}
    </section>
  );
}

export function TextBox({ reader }: { readonly reader: Reader }): JSX.Element {
  const t = useWords(words);
  const { text, unread, maxLen, choices } = reader.reading.value;
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
      <Guesses title={t.next} choices={choices} disabled={!ready} onChoose={(choice) => reader.add(choice)} />
      <p class="quiet notes" role="status">
        {notesOf(t, leftOut, reader.longest, reader.reading.value)}
        {unread > 0 && fill(t.unread, { unread, maxLen })}
      </p>
    </div>
  );
}

/** The distribution of the next token, and how one is drawn. */
export function NextToken({ reader }: { readonly reader: Reader }): JSX.Element {
  const t = useWords(words);
  const { choices, kept, vocabSize } = reader.reading.value;
  const { temperature, topK, topP, seed } = reader.settings;
  const ready = reader.ready.value !== null;
  const two = (value: number): string => value.toFixed(2);
  const most = (k: number): string => (k === allTokens ? t.all : String(k));
  return (
    <section class="next-token">
      <h2>{t.drawTitle}</h2>
      <p>{t.nextText}</p>
      <div class="beside">
        <figure>
          <NextBars choices={choices} texts={t} disabled={!ready} onChoose={(choice) => reader.add(choice)} />
          <p class="number kept">{fill(t.kept, { kept, all: vocabSize })}</p>
        </figure>
        <div class="controls">
          <Slider label={t.temperature} value={temperature} min={0.1} max={2} step={0.05} show={two} />
          <Slider label={t.topK} value={topK} min={1} max={allTokens} step={1} show={most} />
          <Slider label={t.topP} value={topP} min={0.05} max={1} step={0.05} show={two} />
          <Slider label={t.seed} value={seed} min={0} max={99} step={1} />
        </div>
      </div>
    </section>
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
      <Foldable title={t.cacheTitle}>
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
      </Foldable>
    </section>
  );
}

/** A part of the page that is folded up on a phone, so that the page stays a few screens long. */
export function Foldable({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  const isPhone = useNarrow();
  const heading = <h2>{title}</h2>;
  if (!isPhone) return <>{[heading, children]}</>;
  return (
    <details class="foldable">
      <summary>{heading}</summary>
      {children}
    </details>
  );
}
