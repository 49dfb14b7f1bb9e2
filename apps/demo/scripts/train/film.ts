import { encodeSafetensors, halfBits } from "@saccade/nn";
import type { Film } from "../../src/pages/language-model/induction/film.ts";

/** Some frames of a film, with weights as 16-bit floats. */
export function filmBytes(film: Film, chosen: readonly number[]): Uint8Array<ArrayBuffer> {
  const weights = chosen.flatMap((frame, i) =>
    Object.entries(film.at(frame).stateDict()).map(([name, x]) => {
      const data = halfBits(x.dataSync(), "float16");
      return [`${i}/${name}`, { dtype: "F16", shape: x.shape, data }] as const;
    }),
  );
  return encodeSafetensors(weights, { frames: JSON.stringify(chosen.map((frame) => film.frames[frame])) });
}
