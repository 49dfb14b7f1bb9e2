import type { RandomState, Tensor } from "@saccade/tensor";
import type { GroupStateDict, OptimizerState, ParamStateDict } from "../optim/index.ts";
import { decodeSafetensors, SafetensorsError } from "../safetensors/index.ts";
import type { SchedulerState } from "../schedulers/index.ts";
import { CheckpointError, type CheckpointPart } from "./errors.ts";
import { type LoadedTensors, makeTensors } from "./tensors-file.ts";

/** The metadata entry that tells a checkpoint from other safetensors files. */
export const VERSION_KEY = "saccade.checkpoint";

/** The version of the layout that is written. */
export const VERSION = 1;

/** What a checkpoint file holds. That it fits anything has yet to be checked. */
export interface Contents {
  readonly model: Record<string, Tensor>;
  readonly optimizer: {
    readonly kind: string;
    readonly names: readonly string[];
    readonly state: OptimizerState;
  };
  readonly scheduler: SchedulerState | undefined;
  readonly random: RandomState;
  readonly data: unknown;
  readonly extra: unknown;
  readonly kernels: string;
}

/** @throws CheckpointError for bytes that are no whole checkpoint of a known version. */
export function readCheckpoint(bytes: Uint8Array): Contents {
  const { tensors, metadata } = readFile(bytes);
  const model: Record<string, Tensor> = {};
  const states: Record<string, Record<string, Tensor | number>> = {};
  for (const [name, x] of Object.entries(tensors)) {
    const [, index, key] = /^optimizer\.(\d+)\.(.+)$/.exec(name) ?? [];
    if (name.startsWith("model.")) model[name.slice("model.".length)] = x;
    else if (index !== undefined && key !== undefined) {
      states[index] ??= {};
      states[index][key] = x;
    } else throw refusal("file", `tensor ${name} belongs to no part of a checkpoint`);
  }
  return {
    model,
    optimizer: readOptimizer(metadata, states),
    scheduler: readJson(metadata, "scheduler") as SchedulerState | undefined,
    random: readJson(metadata, "random") as RandomState,
    data: readJson(metadata, "data"),
    extra: readJson(metadata, "extra"),
    kernels: metadata["kernels"] ?? "unknown",
  };
}

function readFile(bytes: Uint8Array): LoadedTensors {
  try {
    const file = decodeSafetensors(bytes);
    checkVersion(file.metadata[VERSION_KEY]);
    return makeTensors(file);
  } catch (error) {
    if (!(error instanceof SafetensorsError)) throw error;
    const problem = {
      part: "file",
      problem: `it is cut short, damaged or of another kind: ${error.message}`,
    } as const;
    throw new CheckpointError("the checkpoint cannot be read", [problem], error);
  }
}

function checkVersion(text: string | undefined): void {
  if (text === undefined) {
    throw refusal(
      "file",
      "it is a safetensors file, but no training checkpoint",
      "Read plain tensors with loadSafetensors, and write checkpoints with saveCheckpoint.",
    );
  }
  if (text !== String(VERSION)) {
    throw refusal(
      "file",
      `it has format version ${text}; this Saccade reads version ${VERSION}`,
      "Use the version of Saccade that wrote it, or a newer one.",
    );
  }
}

function readOptimizer(
  metadata: Readonly<Record<string, string>>,
  tensors: Readonly<Record<string, Record<string, Tensor | number>>>,
): Contents["optimizer"] {
  const saved = readJson(metadata, "optimizer");
  if (
    !isRecord(saved) ||
    typeof saved["kind"] !== "string" ||
    !Array.isArray(saved["names"]) ||
    !Array.isArray(saved["paramGroups"]) ||
    !isRecord(saved["steps"])
  ) {
    throw refusal("optimizer", "its part of the metadata is missing or damaged");
  }
  const { kind, names, paramGroups, steps } = saved;
  const state: Record<string, ParamStateDict> = Object.fromEntries(
    Object.entries(steps).map(([index, step]) => [index, { step: Number(step) }]),
  );
  for (const [index, entries] of Object.entries(tensors)) state[index] = { ...state[index], ...entries };
  // The groups are held against the optimizer's options before they are used.
  return { kind, names: names.map(String), state: { state, paramGroups: paramGroups as GroupStateDict[] } };
}

function readJson(metadata: Readonly<Record<string, string>>, part: CheckpointPart): unknown {
  const text = Object.hasOwn(metadata, part) ? metadata[part] : undefined;
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refusal(part, "its part of the metadata is no JSON", undefined, error);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function refusal(part: CheckpointPart, problem: string, cure?: string, cause?: unknown): CheckpointError {
  return new CheckpointError("the checkpoint cannot be read", [{ part, problem }], cause, cure);
}
