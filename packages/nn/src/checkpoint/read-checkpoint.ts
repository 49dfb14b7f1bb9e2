import type { RandomState, Tensor } from "@saccade/tensor";
import { listOf, number, readRule, rule, type Settings, text } from "@saccade/tensor/contract";
import { isRecord } from "../checks.ts";
import type { GroupStateDict, OptimizerState, ParamStateDict } from "../optim/index.ts";
import { recordOf } from "../rules.ts";
import { SafetensorsError } from "../safetensors/index.ts";
import type { SchedulerState } from "../schedulers/index.ts";
import { recordProblems } from "../state-problems.ts";
import { bytesFor } from "./arguments.ts";
import { type CheckpointFile, damaged, openCheckpoint, refusal } from "./open-checkpoint.ts";
import { makeTensors } from "./tensors-file.ts";

/** The data in a checkpoint besides the state of its objects. */
export interface CarriedData {
  /** The saved `data`; undefined if there is none. */
  readonly data: unknown;
  /** The saved `extra`; undefined if there is none. */
  readonly extra: unknown;
  /** The kernels it was made with. A resumed run is bitwise identical only with the same kernels. */
  readonly kernels: string;
}

/** The state in a checkpoint, not yet checked against any objects. */
export interface Contents extends CarriedData {
  /** Whether its digest was checked; files of version 1 have none. */
  readonly isSealed: boolean;
  readonly model: Record<string, Tensor>;
  readonly optimizer: {
    readonly kind: string;
    readonly names: readonly string[];
    readonly state: OptimizerState;
  };
  readonly scheduler: SchedulerState | undefined;
  readonly random: RandomState;
}

/**
 * Reads the `data` and `extra` of a checkpoint without restoring anything, for example to build the model first.
 * Verifies the file's digest.
 *
 * @throws CheckpointError if the bytes are not a checkpoint or are damaged; ArgumentError for anything but bytes.
 * @example
 * const model = new Linear(2, 1);
 * const optimizer = new SGD(model, { lr: 0.1 });
 * readCheckpoint(encodeCheckpoint({ model, optimizer, extra: { epoch: 3 } })).extra // { epoch: 3 }
 */
export function readCheckpoint(bytes: Uint8Array): CarriedData {
  readRule("readCheckpoint", "bytes", bytesFor("loadCheckpoint"), bytes, "readCheckpoint(bytes)");
  const { json, kernels } = openCheckpoint(bytes);
  return { data: json.data, extra: json.extra, kernels };
}

/** @throws CheckpointError unless the bytes are a complete checkpoint of a known version. */
export function readContents(bytes: Uint8Array): Contents {
  const file = openCheckpoint(bytes);
  const model: Record<string, Tensor> = {};
  const states: Record<string, Record<string, Tensor>> = {};
  for (const [name, x] of Object.entries(tensorsOf(file))) {
    const [, index, key] = /^optimizer\.(\d+)\.(.+)$/.exec(name) ?? [];
    if (index !== undefined && key !== undefined) {
      states[index] ??= {};
      states[index][key] = x;
    } else model[name.slice("model.".length)] = x;
  }
  const { isSealed, kernels, json } = file;
  return {
    isSealed,
    kernels,
    model,
    optimizer: readOptimizer(json.optimizer, states),
    // The scheduler and the generator check these.
    scheduler: json.scheduler as SchedulerState | undefined,
    random: json.random as RandomState,
    data: json.data,
    extra: json.extra,
  };
}

function tensorsOf({ file }: CheckpointFile): Record<string, Tensor> {
  const stray = [...file.tensors.keys()].find((name) => !/^(model|optimizer\.\d+)\../.test(name));
  if (stray !== undefined) throw refusal("file", `tensor ${stray} belongs to no part of a checkpoint`);
  try {
    return makeTensors(file).tensors;
  } catch (error) {
    if (!(error instanceof SafetensorsError)) throw error;
    throw damaged(error);
  }
}

const optimizerRules = {
  kind: text(),
  names: listOf(text()),
  paramGroups: rule("a list", (value): value is readonly GroupStateDict[] => Array.isArray(value)),
  steps: recordOf("numbers by parameter", number()),
};

function readOptimizer(
  saved: unknown,
  tensors: Readonly<Record<string, Readonly<Record<string, Tensor>>>>,
): Contents["optimizer"] {
  if (!isRecord(saved)) throw refusal("optimizer", "its part of the metadata is missing or damaged");
  const [problem] = recordProblems("it", optimizerRules, saved);
  if (problem !== undefined) throw refusal("optimizer", problem);
  const { kind, names, paramGroups, steps } = saved as Settings<typeof optimizerRules>;
  const state: Record<string, ParamStateDict> = {};
  for (const [index, step] of Object.entries(steps!)) state[index] = { step };
  for (const [index, entries] of Object.entries(tensors)) state[index] = { ...state[index], ...entries };
  // The groups are checked against the optimizer's options before use.
  return { kind: kind!, names: names!, state: { state, paramGroups: paramGroups! } };
}
