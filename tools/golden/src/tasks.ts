import { getBackend } from "@saccade/tensor";
import type { Context } from "./adapter.ts";
import { adapters } from "./adapters/all.ts";
import { CaseError, Fields, isGoldenTensor, isObject } from "./case.ts";
import { Report } from "./compare.ts";
import type { Folder } from "./folder.ts";
import { modelCheck } from "./models/check.ts";
import { findModels } from "./models/find.ts";
import { recordLayouts } from "./records/all.ts";
import { describeError, runCase } from "./run-case.ts";
import { ladderRule, readmeRule } from "./tolerances.ts";

/** One thing that passes or fails: a case of a file, or a part of a training record. */
export interface Task {
  readonly file: string;
  readonly name: string;
  /** The text that `--filter` searches. */
  readonly label: string;
  /** Whether it may leave tensors to the garbage collector: optimizers keep their state beyond scopes. */
  readonly mayKeep: boolean;
  run(context: Context): Report | Promise<Report>;
}

export interface TaskList {
  readonly tasks: readonly Task[];
  /** Files without cases, which are printed. */
  readonly notes: readonly string[];
}

/** Everything that there is to check in a folder. What cannot be understood is a task that fails. */
export function listTasks(folder: Folder): TaskList {
  const tasks: Task[] = [];
  const notes: string[] = [];
  const models = findModels(folder);
  const used = new Set(models.flatMap(({ file, files }) => [file, ...files]));
  for (const model of models) {
    for (const file of model.files) folder.claim(file);
    const { file } = model;
    tasks.push({
      file,
      name: "model",
      label: `${file} model`,
      mayKeep: false,
      run: modelCheck(model, folder),
    });
  }
  for (const file of folder.files) {
    if (used.has(file)) continue;
    if (file.endsWith(".json")) tasks.push(...tasksOf(folder, file, notes));
    else if (!file.endsWith(".safetensors")) notes.push(`${file}: not read, it is no .json or .safetensors`);
  }
  for (const file of folder.files) {
    if (file.endsWith(".safetensors") && !folder.isClaimed(file))
      tasks.push(
        failing(file, "file", "no training record in this folder belongs to it, so it is unchecked"),
      );
  }
  return { tasks, notes };
}

function tasksOf(folder: Folder, file: string, notes: string[]): Task[] {
  try {
    const content: unknown = JSON.parse(folder.text(file));
    if (!isObject(content)) throw new CaseError("holds no object");
    if ("cases" in content) return casesOf(file, content);
    const layout = recordLayouts.find(({ matches }) => matches(content));
    if (layout === undefined) {
      const keys = Object.keys(content).slice(0, 8).join(", ");
      throw new CaseError(`no cases, and no training record of a known layout (keys: ${keys})`);
    }
    if (layout.note !== undefined) notes.push(`${file}: ${layout.note}`);
    return layout.parts(new Fields("record", content), folder, file).map(({ name, check }) => ({
      file,
      name,
      label: `${file} ${name}`,
      mayKeep: true,
      run: (context) => guarded(check, context),
    }));
  } catch (error) {
    return [failing(file, "file", describeError(error))];
  }
}

/** The rule of tolerance of each format of cases; what is said of a file is no case. */
const formats: readonly {
  readonly named: unknown;
  readonly rule: typeof readmeRule;
  readonly about: string[];
}[] = [
  { named: undefined, rule: readmeRule, about: [] },
  { named: "oracle-golden/1", rule: readmeRule, about: [] },
  { named: "oracle-ladder/1", rule: ladderRule, about: ["mechanism"] },
];
/** Of a case of a ladder: how its numbers were made, and what PyTorch gave in float32. */
const provenance: readonly string[] = ["checks", "float32"];

function casesOf(file: string, content: Readonly<Record<string, unknown>>): Task[] {
  const { cases, format, ...rest } = content;
  if (!Array.isArray(cases)) throw new CaseError("cases is not a list");
  const known = formats.find(({ named }) => named === format);
  if (known === undefined) throw new CaseError(`unknown format ${JSON.stringify(format)}`);
  // Single values are about the file (seed, versions); lists and objects could be cases.
  const odd = Object.keys(rest).filter(
    (key) => typeof rest[key] === "object" && rest[key] !== null && !known.about.includes(key),
  );
  const unknown = odd.map((key) => failing(file, key, "unknown key of the file, so unchecked"));
  return [...unknown, ...cases.map((golden, i) => caseTask(file, golden, i, known.rule))];
}

function caseTask(file: string, golden: unknown, i: number, rule: typeof readmeRule): Task {
  const { name, op }: { name?: unknown; op?: unknown } = isObject(golden) ? golden : {};
  const called = typeof name === "string" ? name : `cases[${i}]`;
  const adapter = typeof op === "string" && Object.hasOwn(adapters, op) ? adapters[op] : undefined;
  return {
    file,
    name: called,
    label: `${file} ${called} ${String(op)}`,
    mayKeep: adapter?.kind === "case",
    run: (context) => runCase(rule === ladderRule ? ofLadder(golden) : golden, adapters, context, rule),
  };
}

/**
 * A case of a ladder as the others are. Its inputs are the same numbers in float32 and float64: backends without float64 get the
 * first.
 */
function ofLadder(golden: unknown): unknown {
  if (!isObject(golden)) return golden;
  const known = Object.fromEntries(Object.entries(golden).filter(([name]) => !provenance.includes(name)));
  return getBackend().dtypes.includes("float64") ? known : inFloat32(known);
}

function inFloat32(value: unknown): unknown {
  if (!isObject(value)) return value;
  if (isGoldenTensor(value)) return value.dtype === "float64" ? { ...value, dtype: "float32" } : value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inFloat32(part)]));
}

function failing(file: string, name: string, finding: string): Task {
  const run = (): Report => {
    const report = new Report();
    report.fail(finding);
    return report;
  };
  return { file, name, label: `${file} ${name}`, mayKeep: false, run };
}

function guarded(check: (report: Report, context: Context) => void, context: Context): Report {
  const report = new Report();
  try {
    check(report, context);
  } catch (error) {
    report.fail(describeError(error));
  }
  return report;
}
