import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { heatmap, plot, type Series } from "@saccade/plot";
import { savePlot } from "@saccade/plot/node";
import type { Estimate, Result } from "./experiment.ts";

type Draw = Parameters<typeof savePlot>[1];

/** Draws everything to SVG and PNG files in `folder`, which is made if missing. Returns their paths. */
export async function savePictures(folder: string, result: Result): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const paths: string[] = [];
  for (const [name, draw] of Object.entries(pictures(result))) {
    for (const extension of ["svg", "png"]) {
      const path = join(folder, `${name}.${extension}`);
      await savePlot(path, draw);
      paths.push(path);
    }
  }
  return paths;
}

function pictures(result: Result): Readonly<Record<string, Draw>> {
  const { average, gaussian, learned } = result;
  const fixed = "A Gaussian kernel, w = 1";
  const trained = `A learned kernel, w = ${result.w.toFixed(2)}`;
  return {
    curves: curves(result, [average, gaussian, learned], "Three ways to predict"),
    average: curves(result, [average], "The mean of all points"),
    gaussian: curves(result, [gaussian], fixed),
    learned: curves(result, [learned], trained),
    loss: loss(result),
    "attention-gaussian": attention(gaussian, fixed),
    "attention-learned": attention(learned, trained),
  };
}

const colors: Readonly<Record<string, string>> = {
  average: "#56b4e9",
  Gaussian: "#009e73",
  learned: "#d55e00",
};

function curves({ x, y, grid, truth }: Result, estimates: readonly Estimate[], title: string): Draw {
  const heights = [y, truth, ...estimates.map(({ prediction }) => prediction)].flatMap((t) => [
    ...t.dataSync(),
  ]);
  const ylim = [Math.min(-1, ...heights), Math.max(5, ...heights)] as const;
  const series: Series[] = [
    { name: "training points", x, y, kind: "dots", color: "#aaaaaa" },
    { name: "truth", x: grid, y: truth, kind: "dashed", color: "#000000" },
    ...estimates.map(({ name, prediction }) => ({ name, x: grid, y: prediction, color: colors[name]! })),
  ];
  const width = estimates.length > 1 ? 560 : 480; // for a legend of one line
  return (document) => plot({ series, xlabel: "x", ylabel: "y", xlim: [0, 5], ylim, title, width, document });
}

function loss({ epochs }: Result): Draw {
  const x = epochs.map(({ epoch }) => epoch);
  const y = epochs.map((epoch) => epoch.loss);
  const line: Series = { name: "", x, y, color: "#0072b2" };
  // A single epoch is a point; of many, the points would hide the line.
  const series: Series[] = epochs.length > 50 ? [line] : [line, { ...line, kind: "dots" }];
  return (document) =>
    plot({ series, xlabel: "epoch", ylabel: "loss", title: "Leave-one-out loss", document });
}

function attention({ weights }: Estimate, title: string): Draw {
  const [xlabel, ylabel] = ["Sorted training inputs", "Sorted testing inputs"];
  return (document) => heatmap(weights, { xlabel, ylabel, title, document });
}
