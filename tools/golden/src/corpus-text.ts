import { embeddedCorpus } from "@saccade/datasets";
import type { Context } from "./adapter.ts";
import { CaseError, type Fields } from "./case.ts";

/** The pairs that a case or record is about: with `"corpus": "embedded"` the project's own, else the English-French pairs. */
export function corpusOf(golden: Fields, context: Context): string {
  if (!golden.has("corpus")) return context.corpus();
  const name = golden.text("corpus");
  if (name !== "embedded") throw new CaseError(`unknown corpus ${name}; there is "embedded"`);
  return embeddedCorpus();
}
