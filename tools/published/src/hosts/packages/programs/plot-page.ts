// An alignment in a page, with the entry that has no Observable Plot.
import { alignment } from "@saccade/plot/page";

export async function main(): Promise<object> {
  const weights = [
    [0.9, 0.1],
    [0.2, 0.8],
  ];
  const figure = alignment(weights, { source: ["le", "chat"], target: ["the", "cat"] });
  const texts = [...figure.querySelectorAll("text")].map(({ textContent }) => textContent);
  return {
    cells: figure.querySelectorAll("[data-row]").length,
    labels: ["le", "chat", "the", "cat"].every((word) => texts.includes(word)),
  };
}
