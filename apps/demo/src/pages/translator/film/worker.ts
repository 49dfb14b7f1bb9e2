import { layoutInBox, movedWords } from "@saccade/figures/arcs-layout";
import { type Pen, serveFilms } from "../../../export/film-worker.ts";
import type { Slide, Story } from "./story.ts";

const width = 960;
const height = 540;

const sans = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "PingFang SC", sans-serif';
const serif = '"Iowan Old Style", Palatino, "Noto Serif", Georgia, "Songti SC", serif';
const margin = 40;
const arcs = { x: margin, y: 92, width: width - 2 * margin, height: 264 };
const curves = { left: 430, right: width - margin, top: 384, bottom: 500 };
/** Weights below it are not drawn. */
const least = 0.05;

serveFilms<Story>(self, { width, height, draw });

/** Draws a frame of a film: the sentence and its arcs, the epoch with its numbers, and the curves up to it. */
function draw(pen: Pen, story: Story, index: number): void {
  const slide = story.slides[index];
  if (slide === undefined) return;
  const { look, title, subtitle } = story;
  pen.fillStyle = look.paper;
  pen.fillRect(0, 0, width, height);
  text(pen, title, { x: margin, y: 44, font: `500 26px ${serif}`, color: look.ink });
  text(pen, subtitle, { x: margin, y: 70, font: `15px ${sans}`, color: look.quiet });
  drawArcs(pen, story, slide);
  text(pen, slide.epoch, { x: margin, y: 420, font: `500 34px ${serif}`, color: look.ink });
  text(pen, slide.loss, { x: margin, y: 456, font: `18px ${sans}`, color: look.orange });
  text(pen, slide.accuracy, { x: margin, y: 484, font: `18px ${sans}`, color: look.green });
  drawCurves(pen, story, index);
  const part = story.slides.length < 2 ? 1 : index / (story.slides.length - 1);
  pen.fillStyle = look.line;
  pen.fillRect(0, height - 6, width, 6);
  pen.fillStyle = look.blue;
  pen.fillRect(0, height - 6, width * part, 6);
}

interface Style {
  readonly x: number;
  readonly y: number;
  readonly font: string;
  readonly color: string;
  readonly align?: CanvasTextAlign;
}

function text(pen: Pen, words: string, { x, y, font, color, align = "left" }: Style): void {
  pen.font = font;
  pen.fillStyle = color;
  pen.textAlign = align;
  pen.fillText(words, x, y);
}

function drawArcs(pen: Pen, { source, look }: Story, { target, weights }: Slide): void {
  const layout = layoutInBox(source, target, arcs);
  const moved = movedWords(weights);
  pen.save();
  pen.translate(arcs.x, arcs.y);
  pen.lineCap = "round";
  weights.forEach((row, i) => {
    row.forEach((weight, j) => {
      if (weight < least || i >= target.length || j >= source.length) return;
      pen.strokeStyle = moved.has(i) ? look.orange : look.blue;
      pen.globalAlpha = 0.25 + 0.5 * weight;
      pen.lineWidth = 1 + 9 * weight;
      pen.stroke(new Path2D(layout.arc(j, i)));
    });
  });
  pen.globalAlpha = 1;
  const font = `${layout.fontSize.toFixed(1)}px ${sans}`;
  for (const [words, places] of [[source, layout.source] as const, [target, layout.target] as const]) {
    words.forEach((word, i) => {
      const place = places[i];
      if (place !== undefined) text(pen, word, { ...place, font, color: look.ink, align: "center" });
    });
  }
  pen.restore();
}

/** The loss on a logarithmic scale, the accuracy from 0 to 1, up to the frame. */
function drawCurves(pen: Pen, { slides, look, lossName, accuracyName }: Story, index: number): void {
  const { left, right, top, bottom } = curves;
  const losses = slides.flatMap(({ lossAt }) => (lossAt === null ? [] : [lossAt]));
  const [low, high] = [Math.log(Math.min(...losses)), Math.log(Math.max(...losses))];
  const [first, last] = [slides[0]?.x ?? 0, slides.at(-1)?.x ?? 1];
  const xOf = ({ x }: Slide): number => left + ((right - left) * (x - first)) / Math.max(1, last - first);
  const lossY = (loss: number): number =>
    bottom - ((bottom - top) * (Math.log(loss) - low)) / (high - low || 1);
  const accuracyY = (accuracy: number): number => bottom - (bottom - top) * accuracy;
  pen.strokeStyle = look.line;
  pen.lineWidth = 1;
  pen.strokeRect(left, top, right - left, bottom - top);
  const seen = slides.slice(0, index + 1);
  const curveOf = (color: string, name: string, yOf: (slide: Slide) => number | null): void => {
    const points = seen.flatMap((slide): [number, number][] => {
      const y = yOf(slide);
      return y === null ? [] : [[xOf(slide), y]];
    });
    pen.strokeStyle = color;
    pen.fillStyle = color;
    pen.lineWidth = 2.5;
    pen.beginPath();
    for (const [x, y] of points) pen.lineTo(x, y);
    pen.stroke();
    const end = points.at(-1);
    if (end === undefined) return;
    pen.beginPath();
    pen.arc(...end, 4, 0, 2 * Math.PI);
    pen.fill();
    // Next to the end of the line; above or below it if there is no room.
    const isLate = end[0] > (left + right) / 2;
    const above = end[1] - 9 > top + 8 ? end[1] - 9 : end[1] + 20;
    const [x, y] = isLate ? [Math.min(end[0], right - 6), above] : [end[0] + 8, end[1] + 5];
    text(pen, name, { x, y, font: `14px ${sans}`, color, align: isLate ? "right" : "left" });
  };
  curveOf(look.orange, lossName, ({ lossAt }) => (lossAt === null ? null : lossY(lossAt)));
  curveOf(look.green, accuracyName, ({ accuracyAt }) => (accuracyAt === null ? null : accuracyY(accuracyAt)));
}
