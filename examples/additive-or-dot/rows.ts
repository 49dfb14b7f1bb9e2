import { tensor } from "@saccade/tensor";
import type { Lookups } from "../scoring-functions/retrieval.ts";

/** Random rows, of a training set that is used again and again. */
export function drawRows(all: Lookups, count: number, random: () => number): Lookups {
  const rows = all.asked.size(0);
  const drawn = tensor(
    Array.from({ length: count }, () => Math.floor(random() * rows)),
    { dtype: "int32" },
  );
  const { keys, values, asked, answer, place } = all;
  return {
    keys: keys.indexSelect(0, drawn),
    values: values.indexSelect(0, drawn),
    asked: asked.indexSelect(0, drawn),
    answer: answer.indexSelect(0, drawn),
    place: place.indexSelect(0, drawn),
  };
}
