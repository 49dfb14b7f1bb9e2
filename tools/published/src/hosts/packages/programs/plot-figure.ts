// A heatmap in a page, drawn by Observable Plot.
import { heatmap } from "@saccade/plot";

export async function main(): Promise<object> {
  const weights = [
    [0.9, 0.1],
    [0.2, 0.8],
  ];
  const figure = heatmap(weights, { xTicks: ["le", "chat"], yTicks: ["the", "cat"] });
  const texts = [...figure.querySelectorAll("text")].map(({ textContent }) => textContent);
  return { labels: ["le", "chat", "the", "cat"].every((word) => texts.includes(word)) };
}
