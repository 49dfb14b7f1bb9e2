import { useSignal } from "@preact/signals";
import {
  captionOf,
  cellsOf,
  eachPixel,
  size,
  type Thing,
  vocabulary,
} from "@saccade/examples/caption-scenes";
import { cells } from "@saccade/examples/captioner";
import { useMemo } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { fill, wholePercent } from "../messages.ts";
import { Choice } from "../ui/index.ts";
import { restore, useNet } from "../ui/stored.ts";
import type en from "./en.json";
import "./images.css";
import { type Hidden, makeCaptioner, sceneOf, shareOn, visible, write } from "./net.ts";
import trained from "./trained.json" with { type: "json" };

/** A cross to the left of a ring, as in the chapter, far apart, so that the weights are easy to tell. */
export const firstScene = 2580;
/** The weight that lights a cell fully; sixteen times an even share. */
const full = 0.25;
const side = size / cells; // of a cell, in pixels of the image
const placeOf = (cell: number): { x: number; y: number } => ({
  x: (cell % cells) * side,
  y: Math.floor(cell / cells) * side,
});

/** An image and its caption, which a trained network writes: each word with the weights over the image. */
export function Figure({ lang, t }: FigureProps<typeof en>) {
  const number = useSignal(firstScene);
  const hidden = useSignal<Hidden>("none");
  const at = useSignal(0);
  const net = useNet(() => restore(makeCaptioner(), trained));
  const scene = useMemo(() => sceneOf(number.value), [number.value]);
  const written = useMemo(() => write(net, scene, hidden.value), [net, scene, hidden.value]);
  const truth = [...captionOf(scene), vocabulary[1]!];
  const shownAs = (word: string): string => (word === vocabulary[1] ? t.end : word);
  const now = Math.min(at.value, written.length - 1);
  const { word, weights } = written[now]!;
  const [first, second] = ([0, 1] as const).map((i) => {
    const { color, shape } = scene.things[i];
    const share = wholePercent(shareOn(weights, scene, i));
    return fill(t.on, { thing: fill(t.thing, { color, shape }), share });
  });
  const touched = scene.things.map((thing) => cellsOf(thing, cells).filter(Boolean).length / cells ** 2);
  const says = fill(t.says, { word: shownAs(word), first, second });
  const choose = (i: number): void => {
    at.value = i;
  };
  return (
    <figure class="fig-images">
      <p class="headline">{t.headline}</p>
      {/* The image, what the network does not see of it, and a shade over each cell, the thinner the more weight it has. */}
      <svg
        class="picture"
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={`${fill(t.image, { caption: captionOf(scene).join(" ") })} ${says}`}
      >
        <rect class="ground" width={size} height={size} />
        {scene.things.map((thing, i) => (
          <path key={i} class={thing.color} d={pixels(thing)} />
        ))}
        <path
          class="unseen-cells"
          d={visible(scene, hidden.value)
            .map((seen, cell) => (seen ? "" : square(placeOf(cell), side)))
            .join("")}
        />
        {weights.map((weight, cell) => (
          <rect
            key={cell}
            class="shade"
            {...placeOf(cell)}
            width={side}
            height={side}
            opacity={1 - Math.min(1, weight / full)}
          />
        ))}
      </svg>
      <div class="controls">
        <div class="written chips flow" role="group" aria-label={t.written} lang="en">
          {written.map(({ word }, i) => {
            const isRight = word === truth[i];
            return (
              <button
                key={i}
                type="button"
                class={isRight ? "word" : "word wrong"}
                aria-pressed={i === now}
                aria-label={fill(t.wordIs, { word: shownAs(word), right: isRight })}
                lang={word === vocabulary[1] ? lang : undefined}
                onClick={() => choose(i)}
                onFocus={() => choose(i)}
                onPointerEnter={({ pointerType }) => pointerType === "mouse" && choose(i)}
              >
                {shownAs(word)}
                {!isRight && <span aria-hidden="true"> ✗</span>}
              </button>
            );
          })}
        </div>
        <p class="says number" role="status">
          {says} {fill(t.even, { share: wholePercent((touched[0]! + touched[1]!) / 2) })}
        </p>
        <Choice legend={t.hide} value={hidden} names={["none", "first", "second"]} labels={t.hidden} />
        <div class="buttons">
          <button type="button" data-another onClick={() => number.value++}>
            {t.another}
          </button>
        </div>
      </div>
      <figcaption>{t.caption}</figcaption>
    </figure>
  );
}

const square = ({ x, y }: { x: number; y: number }, edge: number): string =>
  `M${x} ${y}h${edge}v${edge}h${-edge}z`;

function pixels(thing: Thing): string {
  let path = "";
  eachPixel(thing, (y, x) => {
    path += square({ x, y }, 1);
  });
  return path;
}
