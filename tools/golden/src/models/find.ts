import type { Folder } from "../folder.ts";

/** A checkpoint with what PyTorch computes from it. */
export interface ModelCase {
  /** The file of expected values. */
  readonly file: string;
  /** The folder of all files; "" for the root, else it ends with "/". */
  readonly folder: string;
  /** The prefix of the names; undefined for config.json and model.safetensors. */
  readonly name: string | undefined;
  /** The checkpoint's own files. */
  readonly files: readonly string[];
}

/**
 * Finds the checkpoints of a folder: NAME.config.json, NAME.safetensors (or NAME's shards with their index) and NAME.json, or,
 * in a separate folder, config.json, model.safetensors and one other .json with `input_ids`.
 */
export function findModels(golden: Folder): ModelCase[] {
  const { files } = golden;
  return files.flatMap((config): ModelCase[] => {
    const [, folder = "", name] = /^(.*\/)?(?:(.+)\.)?config\.json$/.exec(config) ?? [];
    if (!/(^|\/|\.)config\.json$/.test(config)) return [];
    const here = files.filter((file) => file.startsWith(folder) && !file.slice(folder.length).includes("/"));
    const stem = `${folder}${name === undefined ? "" : `${name}.`}`;
    const own = here.filter((file) => {
      const rest = file.slice(stem.length);
      return (
        file.startsWith(stem) &&
        (/safetensors(\.index\.json)?$/.test(rest) ||
          /^(config|tokenizer|tokenizer_config|generation_config)\.json$/.test(rest))
      );
    });
    const shards = own
      .filter((file) => file.endsWith(".index.json"))
      .flatMap((file) => shardsOf(golden.text(file), folder));
    const used = [...new Set([...own, ...shards])];
    const expected =
      name === undefined
        ? here.find(
            (file) => file.endsWith(".json") && !used.includes(file) && /"input_ids"/.test(golden.text(file)),
          )
        : `${folder}${name}.json`;
    return expected !== undefined && files.includes(expected)
      ? [{ file: expected, folder, name, files: used }]
      : [];
  });
}

function shardsOf(index: string, folder: string): string[] {
  const { weight_map: map }: { weight_map?: Record<string, unknown> } = JSON.parse(index);
  return Object.values(map ?? {}).map((file) => folder + String(file));
}
