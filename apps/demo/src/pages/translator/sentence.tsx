import { fill, percent } from "@saccade/figures/messages";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import { Button } from "../../ui/button.tsx";
import { KnownWords, SentenceField, UnknownWords, withWord } from "../../ui/own-sentence.tsx";
import { words } from "./messages/index.tsx";
import type { TranslatorModel } from "./model.ts";
import { sureOfWhole } from "./network/frames.ts";
import { longest } from "./network/network-sizes.ts";
import { longestSentence } from "./settings.ts";

/** The sentence to translate: one of the data's, or one's own, of words that the network knows. */
export function Sentence({ model }: { readonly model: TranslatorModel }): JSX.Element {
  const t = useWords(words);
  const { sentence } = model.settings;
  const { reading } = model;
  const { unseen } = reading.translation.value;
  const { examples, isGrammar, sourceWords, words: known } = model.training.facts.value;
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
      <SentenceField
        label={t.sentence}
        placeholder={t.placeholder}
        value={sentence.value}
        write={(text) => reading.write(text)}
      />
      <p class="examples chips flow">
        <span class="quiet">{isGrammar ? t.heldOut : t.examples}</span>
        {examples.map((example) => (
          <Button
            key={example}
            lang="en"
            aria-pressed={example === sentence.value}
            text={example}
            onClick={() => reading.write(example)}
          />
        ))}
      </p>
      <div class="notes" role="status">
        {note.some((text) => text !== "") && <p>{note.filter((text) => text !== "").join(" ")}</p>}
        <UnknownWords
          unknown={reading.unknown.value}
          text={(unknown) =>
            fill(t.unknownWords, {
              words: unknown.map((word) => `“${word}”`).join(t.comma),
              unknown: unknown.length,
              count: sourceWords,
            })
          }
          replace={(word, near) => reading.replace(word, near)}
        />
      </div>
      <KnownWords
        words={known}
        fetch={() => void model.training.run.catch(() => {})}
        add={(word) => reading.write(withWord(sentence.value, word))}
      />
    </div>
  );
}
