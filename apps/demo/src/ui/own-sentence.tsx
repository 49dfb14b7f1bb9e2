import { fill } from "@saccade/figures/messages";
import type { JSX } from "preact";
import { shellWords, useWords } from "../app/shell.ts";
import { Button } from "./parts.tsx";
import "./own-sentence.css";

// A sentence of the reader's own, of words that a small network knows.

interface SentenceFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly write: (text: string) => void;
}

export function SentenceField({ label, placeholder, value, write }: SentenceFieldProps): JSX.Element {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="text"
        lang="en"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        placeholder={placeholder}
        value={value}
        onInput={(event) => write(event.currentTarget.value)}
      />
    </label>
  );
}

/** Of a vocabulary in the order of frequency, more would be no help. */
const mostWords = 400;

interface KnownWordsProps {
  readonly words: readonly string[];
  readonly add: (word: string) => void;
  /** Fetches the words, where they are not there from the start. */
  readonly fetch?: () => void;
}

/** The words that the network knows; a click adds one to the sentence. */
export function KnownWords({ words, add, fetch }: KnownWordsProps): JSX.Element {
  const t = useWords(shellWords);
  return (
    <details onToggle={fetch}>
      <summary>{t.vocabulary}</summary>
      {words.length > 0 && <p class="quiet">{fill(t.vocabularyText, { count: words.length })}</p>}
      <div class="known-words chips flow" lang="en">
        {words
          .slice(0, mostWords)
          .toSorted()
          .map((word) => (
            <Button key={word} text={word} onClick={() => add(word)} />
          ))}
      </div>
    </details>
  );
}

/** A sentence with another word, before its full stop. */
export function withWord(sentence: string, word: string): string {
  const before = sentence.replace(/\s*[.?!]\s*$/, "").trim();
  return `${before} ${word} .`.trim();
}

/** A word that the network does not know, and the nearest that it knows. */
export interface UnknownWord {
  readonly text: string;
  readonly near: readonly string[];
}

interface UnknownWordsProps {
  readonly unknown: readonly UnknownWord[];
  /** What is said of these words. */
  readonly text: (unknown: readonly string[]) => string;
  readonly replace: (unknown: string, near: string) => void;
}

/** The words that the network does not know, each with words to write in its place. */
export function UnknownWords({ unknown, text, replace }: UnknownWordsProps): JSX.Element | null {
  const t = useWords(shellWords);
  if (unknown.length === 0) return null;
  return (
    <div class="unknown callout warn chips">
      <p>{text(unknown.map((word) => shortened(word.text)))}</p>
      {unknown.map(({ text, near }) => (
        <p key={text}>
          <span lang="en" class="wrong">
            {shortened(text)}
          </span>{" "}
          → {near.length === 0 && t.noneNear}
          {near.map((word) => (
            <Button key={word} lang="en" text={word} onClick={() => replace(text, word)} />
          ))}
        </p>
      ))}
    </div>
  );
}

/** A word without end, such as a pasted address, would leave no room for the others. */
export function shortened(word: string): string {
  const letters = Array.from(word);
  return letters.length <= 16 ? word : `${letters.slice(0, 15).join("")}…`;
}
