import { signal } from "@preact/signals";
import { TranslationArcs } from "@saccade/figures/arcs";
import { LearningCurve } from "@saccade/figures/learning-curve";
import { fill, grouped, percent } from "@saccade/figures/messages";
import { colorOf } from "@saccade/figures/ui";
import { type JSX, render } from "preact";
import { writeFilm } from "../../export/film.ts";
import { backgroundOf, imageOf, standaloneSvg } from "../../export/picture.ts";
import { nextFrame } from "../../ui/parts.tsx";
import type { Texts } from "./messages/index.tsx";
import type { RunFacts } from "./network/calls.ts";
import { describedBy, drawnOf, type FilmOf } from "./network/frames.ts";

/** The film as the page shows it. */
export interface Shown {
  readonly film: FilmOf;
  readonly losses: readonly number[];
  readonly accuracies: ReadonlyMap<number, number>;
  readonly facts: RunFacts;
  readonly words: Texts;
}

const [width, height, margin] = [960, 540, 40];
/** Where the page's drawings go; their widths are in the style sheet. */
const places = [
  { x: margin, y: 92 },
  { x: 430, y: 380 },
] as const;

/** Writes a film whose frames are the page's own drawings; null where the browser cannot. */
export async function fileOf(shown: Shown, progress: (done: number) => void): Promise<Blob | null> {
  const { frames } = shown.film;
  const stage = document.createElement("div");
  stage.className = "film-stage";
  stage.inert = true;
  document.body.append(stage);
  try {
    const durations = frames.map((_, i) => durationOf(i, frames.length));
    const draw = (pen: CanvasRenderingContext2D, index: number): Promise<void> =>
      drawFrame(pen, stage, shown, index);
    return await writeFilm({ width, height, durations, draw }, progress);
  } finally {
    render(null, stage);
    stage.remove();
  }
}

/** The duration of a frame in milliseconds: the ends long enough to be read, a long film faster. */
function durationOf(index: number, count: number): number {
  if (index === count - 1) return 2500;
  if (index === 0) return 1200;
  return Math.max(100, Math.min(500, 15_000 / count));
}

async function drawFrame(
  pen: CanvasRenderingContext2D,
  stage: HTMLElement,
  shown: Shown,
  index: number,
): Promise<void> {
  const { film, facts, words: t } = shown;
  const { epoch, loss, accuracy } = film.frames[index]!;
  const last = film.frames.at(-1)!.epoch;
  render(<Drawings shown={shown} index={index} />, stage);
  await nextFrame(); // drawings follow the width of the stage
  const [serif, sans] = ["--serif", "--sans"].map((name) => getComputedStyle(stage).getPropertyValue(name));
  const write = (text: string, y: number, font: string, color: string): void => {
    pen.font = font;
    pen.fillStyle = colorOf(stage, `--${color}`);
    pen.fillText(text, margin, y);
  };
  pen.fillStyle = backgroundOf(stage);
  pen.fillRect(0, 0, width, height);
  const counts = { pairs: grouped(facts.pairs), parameters: grouped(facts.parameters) };
  write(t.filmTitle, 44, `500 26px ${serif}`, "ink");
  write(fill(t.filmSubtitle, counts), 70, `15px ${sans}`, "quiet");
  write(fill(t.epochOf, { epoch, last }), 420, `500 34px ${serif}`, "ink");
  write(loss === null ? t.untrained : `${t.loss} ${loss.toPrecision(3)}`, 456, `18px ${sans}`, "orange");
  if (accuracy !== null) write(`${t.accuracy} ${percent(accuracy)}`, 484, `18px ${sans}`, "green");
  for (const [i, drawing] of stage.querySelectorAll("svg").entries()) {
    const svg = standaloneSvg(drawing, t.filmTitle, { isWhole: true });
    const { x, y } = places[i]!;
    pen.drawImage(await imageOf(svg), x, y, svg.width, svg.height);
  }
  pen.fillStyle = colorOf(stage, "--blue");
  pen.fillRect(0, height - 6, (width * (index + 1)) / film.frames.length, 6);
}

interface DrawingsProps {
  readonly shown: Shown;
  readonly index: number;
}

/** The drawings of a frame: the sentence with its arcs, and its place on the curves. */
function Drawings({ shown: { film, losses, accuracies, words: t }, index }: DrawingsProps): JSX.Element {
  const { epoch, translation: tokens, weights } = film.frames[index]!;
  const epochs = losses.length;
  return (
    <>
      <TranslationArcs
        {...drawnOf({ source: film.source, tokens, weights })}
        chosen={signal(null)}
        height={264}
        languages={["en", "fr"]}
        label=""
        describe={describedBy(t)}
      />
      <LearningCurve
        {...{ losses, accuracies, epochs, percent }}
        at={epoch}
        names={{ loss: t.loss, accuracy: t.accuracy, epochs: fill(t.epochsCount, { epochs }) }}
        label=""
      />
    </>
  );
}
