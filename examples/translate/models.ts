import type { GrammarLanguages } from "@saccade/datasets";
import { type Recipe, type RecipeName, recipes } from "../align/recipes.ts";
import { oneOf } from "../command-line.ts";
import type { NumberName } from "./ranges.ts";

// Every sentence of the grammar, with <eos>.
const grammarSteps = 15;

// Rows of the table of `pnpm align`.
const rows = {
  seed: "seed",
  bahdanau: "bahdanau",
  luong: "luong-general",
  transformer: "transformer",
} as const satisfies Readonly<Record<string, RecipeName>>;

/** The values of `--model`. */
export type ModelName = keyof typeof rows;

/** All of them. */
export const modelNames = Object.keys(rows) as readonly ModelName[];

/** @throws UsageError for anything but a model's name; "seed" where none is given. */
export function modelOption(name: string = "seed"): ModelName {
  return oneOf("model", name, modelNames);
}

interface Chosen {
  readonly model?: ModelName | undefined;
  readonly grammar?: GrammarLanguages | undefined;
  readonly hidden: number;
  readonly length: number;
  readonly examples: number;
}

/** Which numbers a model or a grammar cannot take, a line each. */
export function modelProblems({ model = "seed", grammar, hidden, length, examples }: Chosen): string[] {
  const problems: string[] = [];
  const multiple = { seed: 1, bahdanau: 2, luong: 2, transformer: 4 }[model];
  if (hidden % multiple !== 0)
    problems.push(`hidden must be a multiple of ${multiple} for the model ${model}, got ${hidden}`);
  if (grammar === undefined) return problems;
  if (length < grammarSteps)
    problems.push(
      `length must be at least ${grammarSteps}, which holds every sentence of the grammar, got ${length}`,
    );
  if (examples < 500 || examples > 20_000)
    problems.push(`examples must be from 500 to 20000 with a grammar, got ${examples}`);
  return problems;
}

/** How a model is built. */
export function builderOf(model: ModelName = "seed"): Pick<Recipe, "build" | "decay"> {
  return recipes[rows[model]];
}

/** The settings that suit a model on a grammar's pairs. */
export function recipeOf(model: ModelName): Partial<Record<NumberName, number>> {
  const { sizes, examples, epochs, batch, lr } = recipes[rows[model]];
  return { ...sizes, examples, epochs, batch, lr, length: grammarSteps };
}
