import { join } from "node:path";
import { heatmap, terminalHeatmap } from "@saccade/plot";
import { savePlot } from "@saccade/plot/node";
import type { RunOptions } from "./program.ts";

/** A table of attention weights (queries, keys), with a label for each query and key. */
export interface AttentionPicture {
  /** The file's name, without the ending. */
  readonly name: string;
  readonly title: string;
  readonly weights: readonly (readonly number[])[];
  readonly queries: readonly string[];
  readonly keys: readonly string[];
}

/** Draws attention in the terminal, and as NAME.svg in the folder of `--out`. */
export async function drawAttention({ out, print }: RunOptions, picture: AttentionPicture): Promise<void> {
  const { name, title, weights, queries, keys } = picture;
  print(terminalHeatmap(weights, { rows: queries, cols: keys, title, domain: [0, 1] }));
  if (out === null) return;
  const path = join(out, `${name}.svg`);
  await savePlot(path, (document) =>
    heatmap(weights, { document, title, xTicks: [...keys], yTicks: [...queries], domain: [0, 1] }),
  );
  print(`Saved ${path}`);
}
