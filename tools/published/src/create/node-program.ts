import { stat } from "node:fs/promises";
import { join } from "node:path";
import { command, failure } from "./command.ts";

/** The problems of a run of the created Node program. */
export async function runProgram(project: string): Promise<readonly string[]> {
  const ended = await command(project, "npm", "start", "--silent");
  const problems = failure(ended);
  const { stdout } = ended;
  const epochs = [...stdout.matchAll(/^epoch +\d+ {2}loss ([\d.]+) {2}new words sorted ([\d.]+) %$/gm)];
  const [first, last] = [epochs[0], epochs.at(-1)];
  if (epochs.length < 2 || !(Number(last?.[1]) < Number(first?.[1]) / 10))
    problems.push(`the loss does not fall to a tenth: ${epochs.map((epoch) => epoch[1]).join(" ")}`);
  if (!(Number(last?.[2]) > 90)) problems.push(`only ${last?.[2]} % of new words are sorted`);
  if (!stdout.includes("gradient → adeginrt.")) problems.push("it does not sort gradient into adeginrt");
  problems.push(...heatmapProblems(stdout));
  if (!/^sorter\.safetensors loads: gradient → adeginrt$/m.test(stdout))
    problems.push("the loaded checkpoint does not sort gradient into adeginrt");
  const { size } = await stat(join(project, "sorter.safetensors"));
  if (size < 10_000) problems.push(`the checkpoint has ${size} bytes`);
  return problems.length === 0 ? [] : [...problems, ...stdout.split("\n").slice(-40)];
}

/** The rows of the heatmap, two columns a cell: each letter of the result has its darkest cell under that letter. */
function heatmapProblems(stdout: string): string[] {
  const word = "gradient";
  return [..."adeginrt"].flatMap((letter) => {
    const row = new RegExp(`^${letter} ([ ░▒▓█]+)$`, "m").exec(stdout)?.[1];
    if (row === undefined) return [`the heatmap has no row for ${letter}`];
    const cells = Array.from(word, (_, i) => " ░▒▓█".indexOf(row[2 * i] ?? " "));
    const darkest = cells.indexOf(Math.max(...cells));
    return word[darkest] === letter ? [] : [`${letter} attends to ${word[darkest]}`];
  });
}
