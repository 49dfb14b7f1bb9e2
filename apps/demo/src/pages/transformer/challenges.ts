import type { Challenge } from "../../ui/challenges.tsx";
import { guided } from "./guided.ts";
import type { TransformerModel } from "./model.ts";
import { examples } from "./sentence-editor.tsx";
import { firstSentence } from "./settings.ts";
import type { Texts } from "./words.ts";

const right = [1, 0, 1];

/** Predictions for the reader, and the settings that test them. */
export function challengesOf(model: TransformerModel, t: Texts): Challenge[] {
  const { sentence, positions } = model.settings;
  const it = firstSentence.indexOf("it") + 1;
  const shows = [
    () => {
      sentence.value = firstSentence.with(-2, "wide");
      positions.value = "on";
      model.go("e2.self", guided.head + 1, it);
    },
    () => {
      sentence.value = firstSentence;
      positions.value = "on";
      model.go("e1.self", 0, it);
    },
    () => {
      sentence.value = examples.followed.split(" ");
      positions.value = "off";
      model.settings.below.value = "positions";
      model.go("all");
    },
  ];
  return t.challenges.map((texts, i): Challenge => ({ ...texts, right: right[i]!, show: shows[i]! }));
}
