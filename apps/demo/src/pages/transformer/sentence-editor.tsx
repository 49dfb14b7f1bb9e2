import { fill } from "@saccade/figures/messages";
import { Choice } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { positionings } from "./calls.ts";
import { ofAnimals, ofPlaces } from "./lexicon.ts";
import { words } from "./messages/index.ts";
import type { TransformerModel } from "./model.ts";
import { examples, mostWords } from "./settings.ts";
import { saidOf } from "./verdict.ts";
import { kinds, type WordKind } from "./vocabulary.ts";

const adjectives = new Set([...ofAnimals, ...ofPlaces].map(({ en }) => en));

/** One click between the two endings; examples; and every word to be chosen from the vocabulary. */
export function SentenceEditor({ model }: { readonly model: TransformerModel }): JSX.Element {
  const t = useWords(words);
  const { sentence, positions } = model.settings;
  const given = sentence.value;
  const place = given.findLastIndex((word) => adjectives.has(word));
  const canEnd = given.includes("it") && place > given.indexOf("it");
  const set = (next: readonly string[]): void => {
    sentence.value = next;
    model.settings.query.value = 0;
    model.settings.key.value = 0;
  };
  const ending = {
    get value(): string {
      return canEnd ? given[place]! : "";
    },
    set value(word) {
      if (canEnd) sentence.value = given.with(place, word);
      else set(examples.animal.split(" ").with(-2, word));
    },
  };
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
          <div class="slots flow">
            {given.map((word, i) => (
              <Slot
                key={i}
                word={word}
                label={fill(t.wordAt, { place: i + 1, word })}
                kindNames={t.kinds}
                onChoose={(next) => set(given.with(i, next))}
                onInsert={given.length < mostWords ? () => set(given.toSpliced(i, 0, word)) : null}
                onRemove={given.length > 1 ? () => set(given.toSpliced(i, 1)) : null}
              />
            ))}
          </div>
          <div class="row flow" role="group" aria-label={t.examples}>
            {Object.entries(examples).map(([name, text]) => (
              <button key={name} type="button" onClick={() => set(text.split(" "))}>
                {t.exampleNames[name as keyof typeof examples]}
              </button>
            ))}
          </div>
        </details>
      </div>
      <Said model={model} />
    </div>
  );
}

/** Notes on the translation that is shown. */
function Said({ model }: { readonly model: TransformerModel }): JSX.Element | null {
  const t = useWords(words);
  const wanted = model.settings.positions.value;
  const look = model.look.value;
  if (wanted === "never" && look.ask.positions !== wanted && model.problem.value === "") {
    return <p class="positions-said quiet">{t.waiting}</p>;
  }
  const { switches = [], patch = null } = look.ask;
  if (switches.length > 0 || patch !== null) return null; // the switches' own figure says what they do
  const said = saidOf(t, look);
  return said === "" ? null : <p class="positions-said">{said}</p>;
}

interface SlotProps {
  readonly word: string;
  readonly label: string;
  readonly kindNames: Readonly<Record<WordKind, string>>;
  readonly onChoose: (word: string) => void;
  /** null where the sentence is as long as the model reads. */
  readonly onInsert: (() => void) | null;
  /** null where no other word is left. */
  readonly onRemove: (() => void) | null;
}

// No words of the vocabulary.
const insert = "+";
const remove = "-";

/** A word of the sentence: another instead, one more, or none. */
function Slot({ word, label, kindNames, onChoose, onInsert, onRemove }: SlotProps): JSX.Element {
  const t = useWords(words);
  const choose = (select: HTMLSelectElement): void => {
    const { value } = select;
    select.value = word; // a slot shows its word until the sentence has changed
    if (value === insert) onInsert?.();
    else if (value === remove) onRemove?.();
    else onChoose(value);
  };
  return (
    <select aria-label={label} value={word} onChange={(event) => choose(event.currentTarget)}>
      <optgroup label={t.sentence}>
        <option value={insert} disabled={onInsert === null}>
          {t.insert}
        </option>
        <option value={remove} disabled={onRemove === null}>
          {t.remove}
        </option>
      </optgroup>
      {(Object.keys(kinds) as WordKind[]).map((kind) => (
        <optgroup key={kind} label={kindNames[kind]}>
          {kinds[kind].map((known) => (
            <option key={known} value={known}>
              {known}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}
