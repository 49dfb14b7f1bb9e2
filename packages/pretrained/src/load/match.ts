import type { SafetensorsPlace } from "@saccade/nn";
import { formatShape, sameShape } from "@saccade/tensor/backend";
import type { ModelPlan } from "../architecture/architectures.ts";
import type { WeightSlot } from "../architecture/slot.ts";
import { PretrainedError, type WeightProblems } from "../errors.ts";

/** The place of each weight of the files, and the ignored ones. */
export interface Match {
  /** By the name in the files. Several names of one slot hold the same numbers. */
  readonly slots: ReadonlyMap<string, WeightSlot>;
  /** Weights that nothing needs: buffers, those of heads for other tasks, and second names of one. */
  readonly ignored: readonly string[];
  /** The prefix of the model's own names, such as "transformer."; "" for none. */
  readonly prefix: string;
}

const untied =
  "tie_word_embeddings is false, so the output layer has its own weights; true uses the token embedding.";
const readable: readonly string[] = ["F32", "F16", "BF16", "F64"];

/**
 * Finds each weight of a plan in the files.
 *
 * @throws PretrainedError that lists all weights that are missing, left over, or of another shape or type.
 */
export function matchWeights(
  plan: ModelPlan,
  places: readonly SafetensorsPlace[],
  configName: string,
): Match {
  const byName = new Map(places.map((place) => [place.name, place]));
  const prefix = findPrefix(plan, byName);
  const outer = prefix.replace(/[^.]+\.$/, "");
  const slots = new Map<string, WeightSlot>();
  const twins: string[] = [];
  const missing: string[] = [];
  const mismatched: string[] = [];
  for (const slot of plan.slots) {
    const names = [slot.name, ...slot.aliases];
    const known = names.flatMap((name) => [prefix + name, outer + name, name]);
    const found = [...new Set(known)].filter((name) => byName.has(name));
    if (found.length === 0) missing.push((slot.head ? outer : prefix) + slot.name);
    twins.push(...found.slice(1));
    for (const name of found) {
      const { shape, dtype } = byName.get(name)!;
      slots.set(name, slot);
      if (!sameShape(shape, slot.shape)) {
        mismatched.push(`${name}: ${formatShape(shape)} in the file, ${formatShape(slot.shape)} expected`);
      } else if (!readable.includes(dtype)) {
        mismatched.push(`${name}: ${dtype} in the file, ${readable.join(", ")} can be read`);
      }
    }
  }
  const rest = [...byName.keys()].filter((name) => !slots.has(name));
  const [unexpected, ignored] = partition(rest, (name) => belongs(plan, name, prefix));
  if (missing.length + mismatched.length + unexpected.length > 0)
    throw mismatch(plan, configName, { missing, unexpected, mismatched });
  return { slots, ignored: [...ignored, ...twins], prefix };
}

// The start under which most of the plan's names are found.
function findPrefix(plan: ModelPlan, byName: ReadonlyMap<string, unknown>): string {
  const wanted = new Set(plan.slots.filter(({ head }) => !head).map(({ name }) => name));
  const counts = new Map<string, number>();
  const longest = [...wanted].reduce((most, { length }) => Math.max(most, length), 0);
  for (const name of byName.keys()) {
    // From where the end may be one of the plan's names: names of a hostile file are long, and full of dots.
    const from = name.length - longest;
    const first = from <= 0 ? 0 : name.indexOf(".", from - 1) + 1 || -1;
    for (let at = first; at >= 0; at = name.indexOf(".", at) + 1 || -1) {
      if (!wanted.has(name.slice(at))) continue;
      const prefix = name.slice(0, at);
      counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
    }
  }
  const [best] = [...counts].sort(([a, m], [b, n]) => n - m || a.length - b.length);
  return best?.[0] ?? "";
}

// Whether a weight that has no place is part of the model itself, so that the model would compute something else.
function belongs({ architecture, settings }: ModelPlan, name: string, prefix: string): boolean {
  const own = name.startsWith(prefix) ? name.slice(prefix.length) : name;
  const roots = architecture.roots(settings);
  return !architecture.buffers.test(own) && roots.some((root) => own.startsWith(`${root}.`));
}

function partition<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}

function mismatch(plan: ModelPlan, configName: string, problems: WeightProblems): PretrainedError {
  const { missing, unexpected, mismatched } = problems;
  const lines = [
    `loadPretrained: the weights do not fit ${configName} (model_type ${plan.architecture.type}).`,
    ...(missing.length > 0 ? [`missing (${missing.length}): ${missing.join(", ")}`] : []),
    ...(unexpected.length > 0 ? [`left over (${unexpected.length}): ${unexpected.join(", ")}`] : []),
    ...(mismatched.length > 0
      ? [`another shape or type (${mismatched.length}): ${mismatched.join("; ")}`]
      : []),
    ...(missing.join() === "lm_head.weight" ? [untied] : []),
    "Use the config.json that was saved with these weights.",
  ];
  return new PretrainedError(lines.join("\n"), { problems });
}
