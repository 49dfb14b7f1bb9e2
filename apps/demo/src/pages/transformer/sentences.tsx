import { fill, percent } from "@saccade/figures/messages";
import { type Side, sidesOf } from "@saccade/figures/transformer-places";
import { Choice, useRoving } from "@saccade/figures/ui";
import { WordArcs } from "@saccade/figures/word-arcs";
import { Fragment, type JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { FigureFrame } from "../../ui/figure-frame.tsx";
import { KnownWords, SentenceField } from "../../ui/own-sentence.tsx";
import { Button } from "../../ui/parts.tsx";
import { positionings } from "./calls.ts";
import { isGuided, strongest, wordsOf } from "./focus.ts";
import { endingOf, englishWords, mostWords, pronounOf } from "./language.ts";
import { words } from "./messages/index.ts";
import type { TransformerModel } from "./model.ts";
import { examples, sentenceField } from "./settings.ts";
import { stateOf } from "./switches.ts";
import { answerOf, fullName, notesOn } from "./texts.ts";

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
        <Choice inline legend={t.ending} value={ending} names={["tired", "wide"]} />
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

/** The two sentences, and the attention of one word: arcs as wide as the weights. */
export function Sentences({ model }: { readonly model: TransformerModel }): JSX.Element {
  const t = useWords(words);
  const look = model.look.value;
  const focus = model.focus.value;
  const { queries, keys } = sidesOf(focus.attention);
  const sides: readonly Side[] = queries === keys ? [queries] : ["source", "target"];
  // Across sentences, what is written stands beside what it looks at; without its end, unless that is looked from.
  const isCross = queries !== keys;
  const shown = Math.max(look.target.length - 1, focus.query + 1);
  // French has pairs of short words, as in n' a.
  const sentences = useMemo(
    () =>
      sides.map((side) =>
        side === "source"
          ? { words: look.source, title: t.reads, leastWidth: 23 }
          : isCross
            ? { words: look.target.slice(0, shown), title: t.writes, leastWidth: 31 }
            : { words: look.fed, title: t.decoderReads, leastWidth: 31 },
      ),
    [look, t, queries, keys, shown],
  );
  const own = wordsOf(look, focus.attention);
  const query = own.queries[focus.query] ?? "";
  const best = strongest(focus.row);
  const key = own.keys[best] ?? "";
  const weight = percent(focus.row[best] ?? 0);
  const about = Object.entries(t.aboutMarks).find(([mark]) => mark === key)?.[1];
  const state = stateOf(look.ask.switches ?? [], focus.attention, focus.head);
  // The decoder reads one word and writes the next.
  const answer = answerOf(t, look, focus);
  const named =
    queries === "target" ? fill(t.writing, { query, written: look.target[focus.query] ?? "" }) : `“${query}”`;
  const most = answer?.answer ?? fill(t.most, { query: named, key, weight });
  return (
    <figure class="sentences" data-attention={focus.attention} data-head={focus.head + 1}>
      <FigureFrame name="attention-of-a-word" title={t.sentencesTitle} caption={most}>
        <WordArcs
          sentences={sentences}
          from={[sides.indexOf(queries), focus.query]}
          to={sides.indexOf(keys)}
          weights={focus.row}
          isOff={state === "off"}
          shareOf={(weight) => (weight < 0.05 ? "" : percent(weight))}
          label={fill(t.sentencesLabel, { query, key, weight })}
          words={{
            labelOf: (word) => fill(t.lookFrom, { word }),
            onPick: (side, i) => model.pick(sides[side]!, i),
          }}
        />
      </FigureFrame>
      <figcaption class="flow">
        <span class="head-shown quiet">
          {fill(t.shows, { block: fullName(t, focus.attention), head: focus.head })}
          {state !== "on" && fill(t.break.isInState, { state: t.break.headStates[state] })}
          {isGuided(look, focus.attention, focus.head) && ` ${t.guidedMark}`}
        </span>
        <strong class="most number">{most}</strong>
        {answer && answer.why !== "" && <span class="why number">{answer.why}</span>}
        {about !== undefined && <span class="quiet about-mark">{about}</span>}
        <Translation model={model} />
      </figcaption>
    </figure>
  );
}

/** The French sentence; each word leads to where the decoder looked when it wrote it. */
function Translation({ model }: { readonly model: TransformerModel }): JSX.Element {
  const t = useWords(words);
  const group = useRoving("button");
  const { target: tokens } = model.look.value;
  const { attention, query } = model.focus.value;
  const at = sidesOf(attention).queries === "target" ? query : pronounOf(tokens);
  return (
    <span class="translation">
      <span class="quiet">{t.writes} </span>
      <span lang="fr" ref={group}>
        {tokens.map((word, i) =>
          word === "<eos>" ? null : (
            <Fragment key={i}>
              <button
                type="button"
                class={i === at ? "link written" : "link"}
                aria-label={fill(t.whenWriting, { word })}
                onClick={() => model.pick("target", i)}
              >
                {word}
              </button>
              {word.endsWith("'") || tokens[i + 1] === "." ? "" : " "}
            </Fragment>
          ),
        )}
      </span>
    </span>
  );
}
