import type { RandomState, Tensor } from "@saccade/tensor";
import { describeValue, refuseExtra } from "@saccade/tensor/backend";
import { readRule } from "@saccade/tensor/contract";
import type { GroupStateDict, OptimizerState, ParamStateDict } from "../optim/index.ts";
import { SafetensorsError } from "../safetensors/index.ts";
import type { SchedulerState } from "../schedulers/index.ts";
import { isRecord } from "../state-problems.ts";
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
  refuseExtra("readCheckpoint", arguments, 1);
  readRule("readCheckpoint", "bytes", bytesFor("loadCheckpoint"), bytes, "readCheckpoint(bytes)");
  const { data, extra, kernels } = openCheckpoint(bytes);
  return { data, extra, kernels };
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
  const { isSealed, data, extra, kernels } = file;
  return {
    isSealed,
    model,
    optimizer: readOptimizer(file.optimizer, states),
    // The scheduler and the generator check these.
    scheduler: file.scheduler as SchedulerState | undefined,
    random: file.random as RandomState,
    data,
    extra,
    kernels,
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

const optimizerFields = ["kind", "names", "paramGroups", "steps"];

function readOptimizer(
  saved: unknown,
  tensors: Readonly<Record<string, Readonly<Record<string, Tensor>>>>,
): Contents["optimizer"] {
  if (!isRecord(saved)) throw refusal("optimizer", "its part of the metadata is missing or damaged");
  const { kind, names, paramGroups, steps } = saved;
  const unknown = Object.keys(saved).find((name) => !optimizerFields.includes(name));
  if (unknown !== undefined) throw refusal("optimizer", `it has an unknown entry ${unknown}`);
  if (typeof kind !== "string") throw refusal("optimizer", "it has no kind");
  if (!isTexts(names)) throw refusal("optimizer", "its names are no list of texts");
  if (!Array.isArray(paramGroups)) throw refusal("optimizer", "its paramGroups are no list");
  if (!isRecord(steps)) throw refusal("optimizer", "it has no steps");
  const state: Record<string, ParamStateDict> = {};
  for (const [index, step] of Object.entries(steps)) {
    if (typeof step !== "number")
      throw refusal("optimizer", `the steps of parameter ${index} are ${describeValue(step)}`);
    state[index] = { step };
  }
  for (const [index, entries] of Object.entries(tensors)) state[index] = { ...state[index], ...entries };
  // The groups are checked against the optimizer's options before use.
  return { kind, names, state: { state, paramGroups: paramGroups as GroupStateDict[] } };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
