import { manualSeed, rand } from "@saccade/tensor";
import { errorRate, type Link } from "./error-rate.ts";

function expect(
  found: readonly Link[],
  sure: readonly Link[],
  possible: readonly Link[],
  right: number,
  why: string,
): void {
  const rate = errorRate(found, sure, possible);
  if (Math.abs(rate - right) < 1e-6) return;
  const write = (links: readonly Link[]): string =>
    links.map(([t, s]) => `${t}–${s}`).join(" ") || "none";
  throw new Error(
    `Found ${write(found)}, sure ${write(sure)}, possible ${write(possible)}: the rate is ${rate.toFixed(4)}; ` +
      `it should be ${right.toFixed(4)}. ${why}`,
  );
}

const sure: Link[] = [
  [0, 0],
  [1, 2],
];
expect(
  sure,
  sure,
  [],
  0,
  "All sure links are found and no others, so nothing is wrong. A sure link is in S and in P.",
);
expect(
  [...sure, [2, 2]],
  sure,
  [[2, 2]],
  0,
  "A possible link that is found is not wrong.",
);
expect(sure, sure, [[2, 2]], 0, "A possible link need not be found.");
expect(
  [
    [0, 1],
    [1, 0],
  ],
  sure,
  [],
  1,
  "Every link found is wrong.",
);

// Random links on four words each, counted with the indices of a table.
manualSeed(8);
for (let run = 0; run < 20; run++) {
  const kinds = Array.from(rand([16]).dataSync(), Number);
  const hits = Array.from(rand([16]).dataSync(), Number);
  const links = (chosen: (i: number) => boolean): Link[] =>
    kinds.flatMap((_, i): Link[] =>
      chosen(i) ? [[Math.floor(i / 4), i % 4]] : [],
    );
  const isSure = (i: number): boolean => i === 0 || kinds[i]! < 0.3;
  const isPossible = (i: number): boolean =>
    !isSure(i) && kinds[i]! < 0.5;
  const isFound = (i: number): boolean => hits[i]! < 0.4;
  const count = (chosen: (i: number) => boolean): number =>
    links(chosen).length;
  const right =
    2 * count((i) => isFound(i) && isSure(i)) +
    count((i) => isFound(i) && isPossible(i));
  expect(
    links(isFound),
    links(isSure),
    links(isPossible),
    1 - right / (count(isFound) + count(isSure)),
    "Count |A ∩ S|, and |A ∩ P| with the sure links among P.",
  );
}
console.log("Right: sure links count twice, possible ones once.");
