import { grouped, percent } from "../../../ui/grouped.ts";
import type { Texts } from "../messages/index.ts";
import type { RunFacts } from "../network/calls.ts";
import { drawnOf, type FilmOf } from "../network/frames.ts";
import type { Look, Story } from "./export/story.ts";

interface Shown {
  readonly film: FilmOf;
  readonly facts: RunFacts;
  readonly look: Look;
}

/** A film in the words and colours of the page. */
export function storyOf(t: Texts, { film: { source, frames }, facts, look }: Shown): Story {
  const last = frames.at(-1)?.epoch ?? 0;
  return {
    title: t.filmTitle,
    subtitle: t.filmSubtitle(grouped(facts.pairs), grouped(facts.parameters)),
    lossName: t.loss,
    accuracyName: t.accuracy,
    source: drawnOf({ source, tokens: [], weights: [] }).source,
    look,
    slides: frames.map(({ epoch, loss, accuracy, translation, weights }) => {
      const drawn = drawnOf({ source, tokens: translation, weights });
      return {
        epoch: t.epochOf(epoch, last),
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

/** The colours that an element sees: a canvas does not know custom properties. */
export function lookOf(element: HTMLElement): Look {
  const probe = document.createElement("span");
  element.append(probe);
  const colorOf = (name: string): string => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const look = {
    paper: colorOf("paper"),
    ink: colorOf("ink"),
    quiet: colorOf("quiet"),
    line: colorOf("line"),
    blue: colorOf("blue"),
    orange: colorOf("orange"),
    green: colorOf("green"),
  };
  probe.remove();
  return look;
}
