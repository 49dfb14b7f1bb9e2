import { fill } from "@saccade/figures/messages";
import { Choice } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { Button } from "../../ui/button.tsx";
import { KnownWords, SentenceField } from "../../ui/own-sentence.tsx";
import { positionings } from "./calls.ts";
import { endingOf, englishWords, mostWords } from "./language.ts";
import { words } from "./messages/index.ts";
import type { TransformerModel } from "./model.ts";
import { examples, sentenceField } from "./settings.ts";
import { notesOn } from "./texts.ts";

/** One click between the two endings; examples; and a sentence of the reader's, of words from the vocabulary. */
export function SentenceEditor({ model }: { readonly model: TransformerModel }): JSX.Element {
  const t = useWords(words);
  const { sentence, positions } = model.settings;
  const given = sentence.value;
  const place = endingOf(given);
  const [typed, type] = useState<string | null>(null);
  const set = (next: readonly string[]): void => {
    sentence.value = next;
    model.settings.query.value = 0;
    model.settings.key.value = 0;
  };
  const ending = {
    get value(): string {
      return given[place] ?? "";
    },
    set value(word) {
      type(null);
      if (place >= 0) sentence.value = given.with(place, word);
      else set(examples.animal.split(" ").with(-2, word));
    },
  };
  const write = (text: string): void => {
    type(text);
    const next = sentenceField.parse(plain(text));
    if (next !== undefined) set(next);
  };
  const read = typed === null ? given : sentenceField.parse(plain(typed));
  // What cannot be read stays in the field, to be corrected.
  const isTyped = typed !== null && (read === undefined || read.join(" ") === given.join(" "));
  const text = isTyped ? typed : given.join(" ");
  const unknown = plain(typed ?? "")
    .split(" ")
    .find((word) => word !== "" && !englishWords.includes(word));
  return (
    <div class="editor">
      <div class="row flow">
        <Choice
          inline
          legend={t.ending}
          value={ending}
          names={["tired", "wide"]}
          labels={{ tired: "tired", wide: "wide" }}
        />
        <Choice inline legend={t.positions} value={positions} names={positionings} labels={t.positionings} />
        <details class="own">
          <summary>{t.ownSentence}</summary>
          <SentenceField label={t.sentence} placeholder="" value={text} write={write} />
          <p class="quiet" role="status">
            {read === undefined &&
              (unknown === undefined
                ? fill(t.sentenceLength, { most: mostWords })
                : fill(t.unknownWord, { word: unknown }))}
          </p>
          <KnownWords words={englishWords} add={(word) => write(`${text} ${word}`)} />
          <div class="row flow" role="group" aria-label={t.examples}>
            {Object.entries(examples).map(([name, example]) => (
              <Button
                key={name}
                text={t.exampleNames[name as keyof typeof examples]}
                onClick={() => write(example)}
              />
            ))}
          </div>
        </details>
      </div>
      <Notes model={model} />
    </div>
  );
}

/** A sentence as the address has it: in small letters, the full stop a word. */
const plain = (text: string): string => text.toLowerCase().replaceAll("’", "'").replaceAll(".", " . ");

/** Notes on the translation that is shown. */
function Notes({ model }: { readonly model: TransformerModel }): JSX.Element | null {
  const t = useWords(words);
  const wanted = model.settings.positions.value;
  const look = model.look.value;
  if (wanted === "never" && look.ask.positions !== wanted && model.problem.value === "") {
    return <p class="positions-said quiet">{t.waiting}</p>;
  }
  const { switches = [], patch = null } = look.ask;
  if (switches.length > 0 || patch !== null) return null; // the switches' own figure says what they do
  const notes = notesOn(t, look);
  return notes === "" ? null : <p class="positions-said">{notes}</p>;
}
