import type { Tensor } from "@saccade/tensor";
import { halfFile } from "../../src/export/half-file.ts";
import type { Film } from "../../src/pages/language-model/induction/film.ts";

/** Some frames of a film, with weights as 16-bit floats. */
export function filmBytes(film: Film, chosen: readonly number[]): Uint8Array<ArrayBuffer> {
  function* weights(): Generator<[name: string, x: Tensor]> {
    for (const [i, frame] of chosen.entries())
      for (const [name, x] of Object.entries(film.at(frame).stateDict())) yield [`${i}/${name}`, x];
  }
  return halfFile(weights(), { frames: JSON.stringify(chosen.map((frame) => film.frames[frame])) });
}
