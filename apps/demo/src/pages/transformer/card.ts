import { fill } from "@saccade/figures/messages";
import type { Card } from "../../export/card.ts";
import type { Look } from "./calls.ts";
import { english, french, outcomeOf } from "./language.ts";
import type { Texts } from "./messages/index.ts";
import { breakages, sideOf } from "./switches.ts";
import { fullName, saidOf } from "./texts.ts";

/** A card of the sentence, and of what broken heads and a patch have made of its translation. */
export function cardOf(t: Texts, look: Look): Card {
  const { ask, untouched, target, source, fed, other } = look;
  const { switches = [], patch = null } = ask;
  const sentence = { label: t.sentence, text: english(ask.sentence) };
  const changed = breakages.flatMap((state) => {
    const names = switches
      .filter((one) => one.state === state)
      .map(({ attention, head }) => fill(t.shows, { block: fullName(t, attention), head }));
    return names.length === 0 ? [] : [`${names.join("; ")}: ${t.break.states[state]}`];
  });
  if (patch !== null) {
    const side = sideOf(patch.site);
    const place = `${t.patching.sides[side]}, ${t.patching.sites[patch.site]}`;
    const word = (side === "source" ? source : fed)[patch.position] ?? "";
    changed.push(fill(t.patching.patched, { place, word, other: english(other) }));
  }
  if (changed.length === 0)
    return { title: t.title, lines: [sentence, { label: t.writes, text: french(target) }] };
  const isFlipped = look.pronoun !== null && outcomeOf(untouched, target) === "flipped";
  return {
    title: isFlipped ? saidOf(t, look) : t.title,
    lines: [
      sentence,
      { label: t.break.before, text: french(untouched) },
      { label: t.break.after, text: french(target) },
      { label: t.break.changed, text: changed.join("; ") },
    ],
  };
}
