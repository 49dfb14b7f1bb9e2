import { heatmap, terminalHeatmap } from "@saccade/plot";
import { savePlot } from "@saccade/plot/node";

/** A sentence, what the network made of it, and where it looked. */
export interface Translation {
  readonly source: string;
  readonly sourceTokens: readonly string[];
  readonly text: string;
  /** The words of `text`, and `<eos>` where the network ended by itself. */
  readonly tokens: readonly string[];
  /** (tokens, sourceTokens): each row sums to one. */
  readonly weights: readonly (readonly number[])[];
  /** The best BLEU against the known translations; null where none is known. */
  readonly bleu: number | null;
  /** Words of the sentence that the vocabulary lacks. */
  readonly unknown: readonly string[];
}

/** The translation with its attention as text. */
export function printTranslation(translation: Translation, color: boolean): string {
  const { source, text, bleu, unknown, tokens, sourceTokens, weights } = translation;
  const score = bleu === null ? "" : `  (BLEU ${bleu.toFixed(3)})`;
  const lacking = unknown.length === 0 ? [] : [`  not in the vocabulary: ${unknown.join(", ")}`];
  const map =
    weights.length === 0
      ? []
      : [indent(terminalHeatmap(weights, { rows: [...tokens], cols: [...sourceTokens], color }))];
  return [`${source}  →  ${text}${score}`, ...lacking, ...map, ""].join("\n");
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, "    ");
}

/** Draws each translation's attention: the first to `path`, the others beside it with a number. Returns the paths. */
export async function saveHeatmaps(path: string, translations: readonly Translation[]): Promise<string[]> {
  const drawn = translations.filter(({ weights }) => weights.length > 0);
  const paths = drawn.map((_, i) => (i === 0 ? path : path.replace(/(\.\w+)$/, `-${i + 1}$1`)));
  for (const [i, { source, text, tokens, sourceTokens, weights }] of drawn.entries()) {
    await savePlot(paths[i]!, (document) =>
      heatmap(weights, {
        document,
        xTicks: [...sourceTokens],
        yTicks: [...tokens],
        xlabel: "source",
        ylabel: "translation",
        title: `${source}  →  ${text}`,
        domain: [0, 1],
      }),
    );
  }
  return paths;
}
