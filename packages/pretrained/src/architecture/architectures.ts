import { messageOf, PretrainedError } from "../errors.ts";
import { bertPlan } from "./bert.ts";
import { ConfigReader } from "./config.ts";
import { gpt2Plan } from "./gpt2.ts";
import { llamaPlan } from "./llama.ts";
import type { ModelPlan, PlanGiven } from "./plan.ts";
import { refuseForeign } from "./refused.ts";

type MakePlan = (config: ConfigReader, given: PlanGiven) => ModelPlan;

const architectures: Readonly<Record<string, MakePlan>> = {
  gpt2: gpt2Plan,
  bert: bertPlan,
  llama: llamaPlan,
};

/** Classes of transformers begin with these; configurations without model_type have such a class. */
const classes: readonly (readonly [string, string])[] = [
  ["GPT2", "gpt2"],
  ["Bert", "bert"],
  ["Llama", "llama"],
];

/**
 * The model that a configuration calls for.
 *
 * @param file the name of the configuration's file, for messages
 * @throws PretrainedError for an architecture that is not supported, or values that are none.
 */
export function planOf(file: string, values: unknown, given: PlanGiven): ModelPlan {
  const config = new ConfigReader(file, values);
  const type = modelType(config);
  const plan = Object.hasOwn(architectures, type) ? architectures[type] : undefined;
  if (plan === undefined) {
    throw config.fault(
      `model_type is ${JSON.stringify(type)}, an architecture that is not supported; supported: ` +
        Object.keys(architectures).join(", "),
    );
  }
  refuseForeign(config);
  try {
    return plan(config, given);
  } catch (error) {
    if (error instanceof PretrainedError) throw error;
    throw new PretrainedError(`${file}: ${messageOf(error)}`, { cause: error });
  }
}

function modelType(config: ConfigReader): string {
  const found = config.find(["model_type"]);
  if (found !== null) {
    if (typeof found.value === "string") return found.value;
    throw config.fault(`model_type is ${JSON.stringify(found.value)}, expected a text`);
  }
  const names: unknown = config.find(["architectures"])?.value;
  const [first]: unknown[] = Array.isArray(names) ? names : [];
  const name = typeof first === "string" ? first : "";
  const type = classes.find(([start]) => name.startsWith(start))?.[1];
  if (type !== undefined) return type;
  throw config.fault(`model_type is missing; add it: ${Object.keys(architectures).join(", ")} are supported`);
}
