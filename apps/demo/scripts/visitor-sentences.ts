// Translates what visitors type with the opening page's larger model: pnpm --filter @saccade/demo visitor-sentences
// Reads visitor-sentences.json and writes it anew, with visitor-sentences.md. The verdicts of two readings are written into the JSON
// by hand: "right", "odd" (understood, but no French speaker would say it) or "wrong" of a translation, "useful" or "useless"
// of the sentence that is offered instead of one. Where what is said has changed, its verdicts go.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { wasmBackend } from "@saccade/kernels-wasm";
import { setBackend } from "@saccade/tensor";
import { opened } from "../src/pages/opening/subwords/answer.ts";

interface Visit {
  readonly sentence: string;
  /** The translation, or the first sentence that is offered instead. */
  readonly said?: string;
  readonly verdicts?: readonly string[];
}

setBackend(await wasmBackend());
const folder = fileURLToPath(new URL("../", import.meta.url));
const file = `${folder}src/pages/opening/subwords/subwords.safetensors`;
const translator = opened(new Uint8Array(readFileSync(file)));
const visits: readonly Visit[] = JSON.parse(readFileSync(`${folder}visitor-sentences.json`, "utf8"));

const rows = visits.map(({ sentence, said: before, verdicts }) => {
  const { text, certainty, isSure, refusal, nearest } = translator.answer(sentence);
  const said = refusal === null ? text : (nearest[0] ?? "");
  const kept = said === before && verdicts !== undefined ? verdicts : [];
  const stated = refusal === null ? (isSure ? "sure" : "not sure") : `declined: ${refusal.reason}`;
  const percent = certainty === null ? "" : `${Math.min(99, Math.round(100 * certainty))} %`;
  const row = [
    sentence,
    refusal === null ? said : `→ ${said}`,
    stated,
    percent,
    kept[0] ?? "",
    kept[1] ?? "",
  ];
  return { visit: { sentence, said, verdicts: kept }, row, isTranslated: refusal === null, isSure, kept };
});
const json = JSON.stringify(
  rows.map(({ visit }) => visit),
  null,
  2,
);
// Two verdicts on a line, as the formatter has them.
const lined = json.replace(/\[\s+("\w+"),\s+("\w+")\s+\]/g, "[$1, $2]");
writeFileSync(`${folder}visitor-sentences.json`, `${lined}\n`);

const translated = rows.filter(({ isTranslated }) => isTranslated);
const judged = (verdict: string, among: typeof rows) =>
  among.filter(({ kept }) => kept.length > 0 && kept.every((one) => one === verdict)).length;
const wrong = translated.filter(({ isSure, kept }) => isSure && kept.includes("wrong")).length;
const summary = `${translated.length} of ${rows.length} are translated, of these ${judged("right", translated)} right by both readings, ${judged("odd", translated)} odd, ${judged("wrong", translated)} wrong; ${wrong} are wrong though the page says that it is sure. The others are declined.`;
const lines = [
  "# What visitors type",
  "",
  "Sentences as visitors type them into a translator, with what the opening page's larger model makes of them. Made by",
  "`pnpm --filter @saccade/demo visitor-sentences` from the file of weights; the verdicts are those of two readings. After an arrow",
  "stands the sentence that is offered in the place of one that is not translated.",
  "",
  summary,
  "",
  "| sentence | translation | says | certainty | first reading | second reading |",
  "|---|---|---|---|---|---|",
  ...rows.map(({ row }) => `| ${row.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`),
];
writeFileSync(`${folder}visitor-sentences.md`, `${lines.join("\n")}\n`);
console.log(summary);
