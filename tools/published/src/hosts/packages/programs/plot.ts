// A heatmap as SVG, as PNG, and in a terminal.
import { heatmap, terminalHeatmap } from "@saccade/plot";
import { toPng, toSvg } from "@saccade/plot/node";

export async function main(): Promise<object> {
  const weights = [
    [0.9, 0.1],
    [0.2, 0.8],
  ];
  const ticks = { xTicks: ["le", "chat"], yTicks: ["the", "cat"] };
  const svg = await toSvg((document) => heatmap(weights, { ...ticks, document }));
  const png = await toPng(svg);
  return {
    labels: ["le", "chat", "the", "cat"].every((word) => svg.includes(`>${word}<`)),
    png: String.fromCharCode(...png.subarray(1, 4)),
    terminal: terminalHeatmap(weights),
  };
}
