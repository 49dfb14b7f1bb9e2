import { HalfEmbedding, HalfLinear } from "@saccade/nn";
import { type LoadPretrainedOptions, loadPretrained, type Pretrained } from "@saccade/pretrained";
import { dispose, scope } from "@saccade/tensor";
import type { Folder } from "../folder.ts";
import type { ModelCase } from "./find.ts";

/** Lends out a case's model on the current backend. */
export function withModel<T>(
  { name, folder: place, files }: ModelCase,
  folder: Folder,
  use: (loaded: Pretrained) => T,
  options: LoadPretrainedOptions = {},
): Promise<T> {
  const sources = files.map(
    (path) => new File([new Uint8Array(folder.bytes(path))], path.slice(place.length)),
  );
  return withFiles(sources, use, { ...(name !== undefined && { name }), ...options });
}

/** Lends out the model of some files. */
export async function withFiles<T>(
  files: readonly File[],
  use: (loaded: Pretrained) => T,
  options: LoadPretrainedOptions = {},
): Promise<T> {
  const loaded = await loadPretrained(files, { tokenizer: false, ...options });
  const weights = [
    ...loaded.model.parameters(),
    ...loaded.model
      .modules()
      .flatMap((module) =>
        module instanceof HalfLinear || module instanceof HalfEmbedding ? [module.weight] : [],
      ),
  ];
  try {
    return scope(() => use(loaded));
  } finally {
    for (const weight of weights) dispose(weight);
  }
}
