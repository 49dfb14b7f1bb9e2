import { type Tensor, tensor } from "@saccade/tensor";
import type { AttendAsk, Rows } from "../src/attention/attended.ts";
import { kinds } from "../src/attention/terms.ts";

export const scoreNames = Object.keys(kinds) as (keyof typeof kinds)[];

/** "Anna lost her keys", as the page of scoring opens with. */
export const sample: AttendAsk = {
  q: [
    [0, 2, 0, 0],
    [2, 0, 0, 2],
    [3, 0, -1, -1],
    [0, 0, 2, 0],
  ],
  k: [
    [2, 0, 0, 0],
    [0, 2, 0, 0],
    [1, 0, 2, 0],
    [0, 0, 0, 2],
  ],
  v: [
    [1, 1, 0, 0],
    [0, 0, 0, 1],
    [1, 0, 0, 0],
    [0, 0, 1, 0],
  ],
  score: "scaled",
};

export const rows = (m: Rows): Tensor => tensor(m.map((row) => [...row]));
