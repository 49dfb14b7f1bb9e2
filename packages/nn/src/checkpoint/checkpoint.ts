import { getRandomState, scope, type Tensor } from "@saccade/tensor";
import { type CheckpointParts, saves } from "./arguments.ts";
import { DIGEST_KEY, NO_DIGEST, seal } from "./digest.ts";
import { toJson } from "./json.ts";
import { VERSION, VERSION_KEY } from "./open-checkpoint.ts";
import { toSafetensors } from "./tensors-file.ts";

const partsOf = saves("encodeCheckpoint", "");

/**
 * Encodes the state of a training run as one safetensors file: `model.*` (a Module's state under PyTorch's names),
 * `optimizer.{parameter}.{name}`, and in the metadata the optimizer's options and step counts, the scheduler, the
 * random state, `data`, `extra` and the SHA-256 of the file. A restored run continues with exactly the same numbers.
 *
 * @throws CheckpointError for data or extra that are not JSON or nested more than 100 levels deep, ArgumentError for
 * objects that are not a model, optimizer or scheduler, and for unknown names.
 * @example
 * const model = new Linear(2, 1);
 * const optimizer = new SGD(model, { lr: 0.1 });
 * readCheckpoint(encodeCheckpoint({ model, optimizer, extra: { epoch: 3 } })).extra // { epoch: 3 }
 */
export function encodeCheckpoint(parts: CheckpointParts): Uint8Array<ArrayBuffer> {
  return scope(() => {
    const { model, optimizer, scheduler, data, extra } = partsOf(parts);
    const values = model.stateDict();
    const { state, paramGroups } = optimizer.stateDict();
    const tensors: Record<string, Tensor> = {};
    for (const [name, x] of Object.entries(values)) tensors[`model.${name}`] = x;
    const steps: Record<string, number> = {};
    for (const [index, entries] of Object.entries(state)) {
      for (const [name, x] of Object.entries(entries)) {
        if (typeof x === "number") steps[index] = x;
        else tensors[`optimizer.${index}.${name}`] = x;
      }
    }
    const file = toSafetensors(tensors, {
      [VERSION_KEY]: String(VERSION),
      [DIGEST_KEY]: NO_DIGEST,
      kernels: kernelsOf(values),
      optimizer: toJson("optimizer", { kind: optimizer.kind, names: optimizer.names, paramGroups, steps }),
      random: toJson("random", getRandomState()),
      ...(scheduler && { scheduler: toJson("scheduler", scheduler.stateDict()) }),
      ...(data !== undefined && { data: toJson("data", data) }),
      ...(extra !== undefined && { extra: toJson("extra", extra) }),
    });
    return seal(file);
  });
}

function kernelsOf(values: Readonly<Record<string, Tensor>>): string {
  const names = Object.values(values).map(({ backend: { name, variant } }) =>
    variant === undefined ? name : `${name}-${variant}`,
  );
  return [...new Set(names)].join("+");
}
