import { fill } from "@saccade/figures/messages";
import type { JSX } from "preact";
import { useWords } from "../../../app/shell.ts";
import type { Direction } from "../film/player.ts";
import { words } from "../messages/index.ts";
import type { TranslatorModel } from "../model.ts";

/** Moves through the film: a scrubber, and play in both directions. */
export function FilmBar({ model }: { readonly model: TranslatorModel }): JSX.Element {
  const t = useWords(words);
  const { player, film, training, session } = model;
  const frames = film.frames.value;
  const position = player.position.value;
  const frame = frames[position];
  const playing = player.playing.value;
  const tooShort = frames.length < 2;
  const toggle = (direction: Direction): void => {
    if (playing === direction) player.pause();
    else player.play(direction);
  };
  const whyNoFilm = (): string => {
    if (["starting", "running"].includes(training.status.value)) return t.filmGrows;
    return session.shipped.value ? t.noFilm : t.filmWaits;
  };
  return (
    <div class="film-bar" role="group" aria-label={t.film}>
      {(["backwards", "forwards"] as const).map((direction) => {
        const name = direction === "forwards" ? t.play : t.playBackwards;
        return (
          <button
            key={direction}
            type="button"
            aria-pressed={playing === direction}
            aria-label={name}
            title={name}
            disabled={tooShort}
            onClick={() => toggle(direction)}
          >
            {playing === direction ? "❚❚" : direction === "forwards" ? "▶" : "◀"}
          </button>
        );
      })}
      <input
        type="range"
        min={0}
        max={Math.max(1, frames.length - 1)}
        step={1}
        value={position}
        disabled={tooShort}
        aria-label={t.scrubber}
        aria-valuetext={
          frame === undefined
            ? ""
            : fill(t.frame, { epoch: frame.epoch, translation: frame.translation.join(" ") })
        }
        onInput={(event) => player.seek(event.currentTarget.valueAsNumber)}
        onKeyDown={(event) => {
          if (event.key !== " ") return;
          event.preventDefault();
          toggle(event.shiftKey ? "backwards" : "forwards");
        }}
      />
      <button
        type="button"
        disabled={player.chosen.value === null}
        onClick={() => player.follow()}
        title={t.newestHint}
      >
        {t.newest}
      </button>
      <p class={tooShort ? "quiet" : "quiet hint"}>{tooShort ? whyNoFilm() : t.filmHint}</p>
    </div>
  );
}
