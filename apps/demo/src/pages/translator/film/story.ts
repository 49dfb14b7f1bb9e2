import { fill, grouped, percent } from "@saccade/figures/messages";
import { colorOf } from "@saccade/figures/ui";
import { writeFilm } from "../../../export/film.ts";
import type { Texts } from "../messages/index.ts";
import type { RunFacts } from "../network/calls.ts";
import { drawnOf, type FilmOf } from "../network/frames.ts";

/** Colors of the page, as a canvas takes them. */
type Look = Readonly<Record<"paper" | "ink" | "quiet" | "line" | "blue" | "orange" | "green", string>>;

/** A frame of the film, in the words of the page's language. */
export interface Slide {
  readonly epoch: string;
  readonly loss: string;
  readonly accuracy: string;
  readonly target: readonly string[];
  readonly weights: readonly (readonly number[])[];
  /** Its position on the curves; null if nothing was measured. */
  readonly x: number;
  readonly lossAt: number | null;
  readonly accuracyAt: number | null;
}

/** A film to be drawn: the common part of its frames, and each one's own. */
export interface Story {
  readonly title: string;
  readonly subtitle: string;
  readonly lossName: string;
  readonly accuracyName: string;
  readonly source: readonly string[];
  readonly slides: readonly Slide[];
  readonly look: Look;
}

/** The film as the page shows it. */
export interface Shown {
  readonly film: FilmOf;
  readonly facts: RunFacts;
  readonly words: Texts;
}

/** Writes a film of the current content, in the page's language and colors; as `writeFilm`. */
export function writeStory(shown: Shown, progress: (done: number) => void): Promise<Blob | null> {
  const worker = (): Worker => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  const { frames } = shown.film;
  const durations = frames.map((_, i) => durationOf(i, frames.length));
  return writeFilm({ story: storyOf(shown), durations, worker }, progress);
}

/** The duration of a frame in milliseconds: the ends long enough to be read, a long film faster. */
function durationOf(index: number, count: number): number {
  if (index === count - 1) return 2500;
  if (index === 0) return 1200;
  return Math.max(100, Math.min(500, 15_000 / count));
}

function storyOf({ film: { source, frames }, facts, words: t }: Shown): Story {
  const last = frames.at(-1)?.epoch ?? 0;
  return {
    title: t.filmTitle,
    subtitle: fill(t.filmSubtitle, { pairs: grouped(facts.pairs), parameters: grouped(facts.parameters) }),
    lossName: t.loss,
    accuracyName: t.accuracy,
    source: drawnOf({ source, tokens: [], weights: [] }).source,
    look: lookOf(document.body),
    slides: frames.map(({ epoch, loss, accuracy, translation, weights }) => {
      const drawn = drawnOf({ source, tokens: translation, weights });
      return {
        epoch: fill(t.epochOf, { epoch, last }),
        loss: loss === null ? t.untrained : `${t.loss} ${loss.toPrecision(3)}`,
        accuracy: accuracy === null ? "" : `${t.accuracy} ${percent(accuracy)}`,
        target: drawn.target,
        weights: drawn.weights,
        x: epoch,
        lossAt: loss,
        accuracyAt: accuracy,
      };
    }),
  };
}

function lookOf(element: Element): Look {
  const of = (name: string): string => colorOf(element, `--${name}`);
  return {
    paper: of("paper"),
    ink: of("ink"),
    quiet: of("quiet"),
    line: of("line"),
    blue: of("blue"),
    orange: of("orange"),
    green: of("green"),
  };
}
