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
  return {
    average: curve(result, average, "The mean of all points"),
    gaussian: curve(result, gaussian, "A Gaussian kernel, w = 1"),
    learned: curve(result, learned, `A learned kernel, w = ${result.w.toFixed(2)}`),
    loss: loss(result),
    "attention-gaussian": attention(gaussian, "A Gaussian kernel, w = 1"),
    "attention-learned": attention(learned, `A learned kernel, w = ${result.w.toFixed(2)}`),
  };
}

function curve({ x, y, grid, truth }: Result, { prediction }: Estimate, title: string): Draw {
  const heights = [...y.dataSync(), ...truth.dataSync(), ...prediction.dataSync()];
  const ylim = [Math.min(-1, ...heights), Math.max(5, ...heights)] as const;
  const series: Series[] = [
    { name: "training points", x, y, kind: "dots", color: "#999999" },
    { name: "truth", x: grid, y: truth, kind: "dashed", color: "#000000" },
    { name: "prediction", x: grid, y: prediction, color: "#d55e00" },
  ];
  return (document) => plot({ series, xlabel: "x", ylabel: "y", xlim: [0, 5], ylim, title, document });
}

function loss({ epochs }: Result): Draw {
  const x = epochs.map(({ epoch }) => epoch);
  const y = epochs.map((epoch) => epoch.loss);
  const series: Series[] = [{ name: "", x, y }];
  return (document) =>
    plot({ series, xlabel: "epoch", ylabel: "loss", title: "Leave-one-out loss", document });
}

function attention({ weights }: Estimate, title: string): Draw {
  const [xlabel, ylabel] = ["Sorted training inputs", "Sorted testing inputs"];
  return (document) => heatmap(weights, { xlabel, ylabel, title, document });
}
