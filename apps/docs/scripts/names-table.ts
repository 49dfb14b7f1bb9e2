import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A name of PyTorch and ours. */
export interface NameRow {
  /** In full: `torch.nn.functional.relu`. */
  readonly pytorch: string;
  /** With its namespace or class: `functional.relu`, `Module.stateDict`. Null where it is left out; the note says why. */
  readonly here: string | null;
  /** The package of `here`. */
  readonly from: string | null;
  /** Differences in arguments or meaning; "" if there are none. */
  readonly note: string;
}

/** A name of ours that PyTorch has nothing for. */
export interface OwnName {
  readonly here: string;
  readonly from: string;
  readonly note: string;
}

/** The areas, in the page's order. Each is a file of `names/`. */
export const areas = [
  "torch",
  "torch.Tensor",
  "torch.linalg",
  "torch.special",
  "torch.fft",
  "torch.signal.windows",
  "torch.nn.functional",
  "torch.nn",
  "torch.nn.Module",
  "torch.nn.init",
  "torch.nn.utils",
  "torch.autograd",
  "torch.func",
  "torch.optim",
  "torch.optim.lr_scheduler",
  "torch.optim.swa_utils",
  "torch.utils.data",
] as const;

export type Area = (typeof areas)[number];

/** The rows of an area. */
export function rowsOf(area: Area): readonly NameRow[] {
  return read(area);
}

/** Our names without a counterpart. */
export function ownNames(): readonly OwnName[] {
  return read("own");
}

function read<T>(file: string): readonly T[] {
  return JSON.parse(readFileSync(fileURLToPath(new URL(`../names/${file}.json`, import.meta.url)), "utf8"));
}
