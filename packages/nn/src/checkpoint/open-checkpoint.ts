import { nearest } from "@saccade/tensor/checks";
import { decodeSafetensors, SafetensorsError, type SafetensorsFile } from "../safetensors/index.ts";
import { DIGEST_KEY, digestProblem } from "./digest.ts";
import { CheckpointError, type CheckpointPart } from "./errors.ts";
import { fromJson } from "./json.ts";

/** The metadata entry that distinguishes a checkpoint from other safetensors files. */
export const VERSION_KEY = "saccade.checkpoint";

/** The format version that is written. Version 1 is the same without a digest. */
export const VERSION = 2;

const parts = ["optimizer", "random", "scheduler", "data", "extra"] as const;
const known: readonly string[] = [VERSION_KEY, DIGEST_KEY, "kernels", ...parts];

/** A complete checkpoint of a known version. Its JSON is parsed, but its contents are not validated yet. */
export interface CheckpointFile {
  readonly file: SafetensorsFile;
  /** Whether its digest was checked. */
  readonly isSealed: boolean;
  readonly kernels: string;
  /** The JSON in its metadata; undefined for parts that it lacks. */
  readonly json: Readonly<Record<(typeof parts)[number], unknown>>;
}

/** @throws CheckpointError unless the bytes are a complete checkpoint of a known version. */
export function openCheckpoint(bytes: Uint8Array): CheckpointFile {
  const file = decode(bytes);
  const { metadata } = file;
  const version = metadata[VERSION_KEY];
  checkVersion(version);
  const stranger = Object.keys(metadata).find((name) => !known.includes(name));
  if (stranger !== undefined) {
    const near = nearest(stranger, known);
    const hint = near === null ? "" : `; the nearest known is ${near}`;
    throw refusal("file", `its metadata has an unknown entry ${JSON.stringify(stranger)}${hint}`);
  }
  const isSealed = checkDigest(bytes, metadata[DIGEST_KEY], version === "1");
  const { kernels = version === "1" ? "unknown" : undefined } = metadata;
  if (kernels === undefined) throw refusal("file", "its metadata does not name the kernels");
  const read = (part: (typeof parts)[number]): unknown =>
    metadata[part] === undefined ? undefined : fromJson(part, metadata[part]);
  const [optimizer, random, scheduler, data, extra] = parts.map(read);
  return { file, isSealed, kernels, json: { optimizer, random, scheduler, data, extra } };
}

function decode(bytes: Uint8Array): SafetensorsFile {
  try {
    return decodeSafetensors(bytes);
  } catch (error) {
    if (!(error instanceof SafetensorsError)) throw error;
    throw damaged(error);
  }
}

/** The error for a truncated or invalid safetensors file. */
export function damaged(error: SafetensorsError): CheckpointError {
  return refusal("file", `it is cut short, damaged or of another kind: ${error.message}`, undefined, error);
}

function checkVersion(text: string | undefined): void {
  if (text === "1" || text === "2") return;
  const plain = "Read plain tensors with loadSafetensors, and write checkpoints with saveCheckpoint.";
  if (text === undefined)
    throw refusal("file", "it is a safetensors file, but no training checkpoint", plain);
  const version = /^\d{1,9}$/.test(text) ? text : "that is not a number";
  const newer = "Use the version of Saccade that wrote it, or a newer one.";
  throw refusal("file", `it has format version ${version}; this Saccade reads versions 1 and 2`, newer);
}

/** Returns whether the file has a digest. */
function checkDigest(bytes: Uint8Array, given: string | undefined, mayLack: boolean): boolean {
  if (given === undefined) {
    if (mayLack) return false;
    throw refusal("file", `its metadata lacks the ${DIGEST_KEY}, which only files of version 1 may`);
  }
  const problem = digestProblem(bytes, given);
  if (problem !== null) throw refusal("file", `it is damaged: ${problem}`);
  return true;
}

/** The error for a checkpoint that cannot be read. */
export function refusal(
  part: CheckpointPart,
  problem: string,
  cure?: string,
  cause?: unknown,
): CheckpointError {
  return new CheckpointError("the checkpoint cannot be read", [{ part, problem }], cause, cure);
}
