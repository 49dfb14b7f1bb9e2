import { useSignal } from "@preact/signals";
import { captionOf, cellsOf, vocabulary } from "@saccade/examples/caption-scenes";
import { cells } from "@saccade/examples/captioner";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { dictionary, fill, wholePercent } from "../messages.ts";
import { Choice } from "../ui/index.ts";
import { restore } from "../ui/stored.ts";
import "./images.css";
import en from "./en.json" with { type: "json" };
import { type Hidden, makeCaptioner, sceneOf, shareOn, visible, write } from "./net.ts";
import { Picture } from "./picture.tsx";
import trained from "./trained.json" with { type: "json" };

const words = dictionary(en, () => import("./zh.json"));

/** Its things lie apart, so that the weights are easy to tell. */
export const firstScene = 22;
/** The weight that lights a cell fully; sixteen times an even share. */
const full = 0.25;
/** An image and its caption, which a trained network writes: each word with the weights over the image. */
export function Figure({ lang }: FigureProps): JSX.Element {
  const t = words[lang];
  const number = useSignal(firstScene);
  const hidden = useSignal<Hidden>("none");
  const at = useSignal(1);
  const net = useMemo(() => {
    const made = makeCaptioner();
    restore(made, trained);
    return made;
  }, []);
  const scene = useMemo(() => sceneOf(number.value), [number.value]);
  const written = useMemo(() => write(net, scene, hidden.value), [net, scene, hidden.value]);

  const truth = [...captionOf(scene), vocabulary[1]!];
  const shownAs = (word: string): string => (word === vocabulary[1] ? t.end : word);
  const now = Math.min(at.value, written.length - 1);
  const { word, weights } = written[now]!;
  const shares = ([0, 1] as const).map((i) => {
    const { color, shape } = scene.things[i];
    return fill(t.on, {
      thing: fill(t.thing, { color, shape }),
      share: wholePercent(shareOn(weights, scene, i)),
    });
  });
  const touched = scene.things.map((thing) => cellsOf(thing, cells).filter(Boolean).length / cells ** 2);
  const says = fill(t.says, { word: shownAs(word), first: shares[0]!, second: shares[1]! });
  const choose = (i: number): void => {
    at.value = i;
  };
  return (
    <figure class="fig-images">
      <p class="headline">{t.headline}</p>
      <Picture
        {...{ scene, weights }}
        full={full}
        visible={visible(scene, hidden.value)}
        label={`${fill(t.image, { caption: captionOf(scene).join(" ") })} ${says}`}
      />
      <div class="beside-picture">
        <div class="written flow" role="group" aria-label={t.written} lang="en">
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
                onPointerEnter={(event) => {
                  if (event.pointerType === "mouse") choose(i);
                }}
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
          <button
            type="button"
            data-another
            onClick={() => {
              number.value++;
            }}
          >
            {t.another}
          </button>
        </div>
      </div>
      <figcaption>{t.caption}</figcaption>
    </figure>
  );
}
