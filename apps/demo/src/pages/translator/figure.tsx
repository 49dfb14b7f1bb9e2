import { TranslationArcs } from "@saccade/figures/arcs";
import { fill, percent } from "@saccade/figures/messages";
import { useMedia } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { copyLink, useShell, useWords } from "../../app/shell.ts";
import { FigureFrame } from "../../ui/figure-frame.tsx";
import { KnownWords, SentenceField, UnknownWords, withWord } from "../../ui/own-sentence.tsx";
import { Button } from "../../ui/parts.tsx";
import { MessageLine, words } from "./messages/index.tsx";
import type { TranslatorModel } from "./model.ts";
import { describedBy, sureOfWhole } from "./network/frames.ts";
import { longest } from "./network/network-sizes.ts";
import { linkOf } from "./saved.ts";
import { longestSentence } from "./settings.ts";

interface Props {
  readonly model: TranslatorModel;
}

/** The sentence, its translation at the moment that is shown, and the attention between them. */
export function Figure({ model }: Props): JSX.Element {
  const t = useWords(words);
  const { epoch, isNow, drawn } = model.view.value;
  const height = useMedia("(max-width: 54rem)") ? 264 : 284;
  const looked = model.looked.value;
  useEffect(() => {
    if (looked?.side === "target") model.reading.choose(looked.index);
  }, [model, looked]);
  return (
    <figure class="learning" style={{ minHeight: `${height}px` }} data-epoch={epoch} data-now={isNow}>
      {drawn.source.length === 0 ? (
        <p class="quiet">{t.empty}</p>
      ) : (
        <FigureFrame name="saccade-alignment" title={t.figureTitle}>
          <TranslationArcs
            {...drawn}
            chosen={model.looked}
            height={height}
            languages={["en", "fr"]}
            label={fill(t.figureLabel, { source: drawn.source.join(" "), target: drawn.target.join(" ") })}
            describe={describedBy(t)}
          />
        </FigureFrame>
      )}
    </figure>
  );
}

/** Moves through the film: a scrubber, and play. */
export function FilmBar({ model }: Props): JSX.Element {
  const t = useWords(words);
  const { player, film, training } = model;
  const frames = film.frames.value;
  const position = player.value;
  const frame = frames[position];
  const isPlaying = player.playing.value;
  const tooShort = frames.length < 2;
  const noFilm = training.isBusy.value ? t.filmGrows : training.shipped.value ? t.noFilm : t.filmWaits;
  return (
    <div class="film-bar" role="group" aria-label={t.film}>
      <Button
        aria-pressed={isPlaying}
        aria-label={t.play}
        title={t.play}
        disabled={tooShort}
        text={isPlaying ? "❚❚" : "▶"}
        onClick={() => player.toggle()}
      />
      <input
        type="range"
        min={0}
        max={Math.max(1, frames.length - 1)}
        step={1}
        value={position}
        disabled={tooShort}
        aria-label={t.scrubber}
        aria-valuetext={
          frame && fill(t.frame, { epoch: frame.epoch, translation: frame.translation.join(" ") })
        }
        onInput={(event) => (player.value = event.currentTarget.valueAsNumber)}
        onKeyDown={(event) => {
          if (event.key !== " ") return;
          event.preventDefault();
          player.toggle();
        }}
      />
      <Button
        disabled={player.chosen.value === null}
        title={t.newestHint}
        text={t.newest}
        onClick={() => player.rewind()}
      />
      <p class={tooShort ? "quiet" : "quiet hint"}>{tooShort ? noFilm : t.filmHint}</p>
    </div>
  );
}

/** The film as a file, and the run as a link. */
export function SaveFilm({ model }: Props): JSX.Element {
  const t = useWords(words);
  const shell = useShell();
  const { film, training, messages } = model;
  const progress = film.writing.value;
  const hasFilm = film.frames.value.length > 1;
  const share = async (): Promise<void> => {
    const recipe = await model.recipe();
    if (recipe === null) messages.say("film", (texts) => texts.noLink, true);
    else await copyLink(shell, linkOf(window.location.href, recipe));
  };
  return (
    <section class="save-film">
      <h2>{t.saveTitle}</h2>
      <div class="buttons">
        <Button disabled={!hasFilm || progress !== null} text={t.saveFilm} onClick={() => film.save(t)} />
        <Button disabled={training.losses.value.length === 0} text={t.copyLink} onClick={share} />
        {progress !== null && <progress value={progress.done} max={progress.of} aria-label={t.drawing} />}
      </div>
      <MessageLine model={model} place="film" />
      <p class="quiet">{t.saveText}</p>
    </section>
  );
}

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
