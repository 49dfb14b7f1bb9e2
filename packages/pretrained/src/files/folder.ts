import { ArgumentError } from "@saccade/tensor";
import { PretrainedError } from "../errors.ts";
import { type OpenFile, urlFolder } from "./fetch.ts";
import { sourcesOf } from "./source.ts";

/** The files of a checkpoint, wherever they are. */
export interface CheckpointFolder {
  readonly open: OpenFile;
  /** All names; null where they cannot be listed. */
  readonly names: readonly string[] | null;
  /** Cancels requests that are not read to the end. */
  close(): Promise<void>;
}

/** @throws ArgumentError unless `files` is a list of files or a URL. */
export function folderOf(what: string, files: unknown, signal: AbortSignal | undefined): CheckpointFolder {
  if (typeof files === "string" || files instanceof URL)
    return { ...urlFolder(baseOf(what, files), signal), names: null };
  const sources = sourcesOf(what, files);
  const open: OpenFile = async (name) => {
    const [first, ...more] = sources.filter((source) => source.name === name);
    if (more.length === 0) return first ?? null;
    throw new PretrainedError(
      `${what}: the list has ${more.length + 1} files named ${name}; pass the files of one folder only.`,
    );
  };
  return { open, names: sources.map(({ name }) => name), close: async () => {} };
}

// A folder's URL ends with a slash, so that names are resolved inside it.
function baseOf(what: string, given: string | URL): string {
  const page = typeof location === "undefined" ? undefined : location.href;
  const base = URL.canParse(String(given), page) ? new URL(given, page) : null;
  if (base === null || !["http:", "https:"].includes(base.protocol))
    throw new ArgumentError(
      `${what}: files is ${JSON.stringify(String(given).slice(0, 200))}, which is not the http or https URL of a folder. Checkpoints are ` +
        `not looked up by name: pass the folder's whole URL, such as "https://huggingface.co/openai-community/gpt2/resolve/main/", ` +
        'a list of files, or in Node call loadPretrainedFolder(path) of "@saccade/pretrained/node".',
    );
  if (!base.pathname.endsWith("/")) base.pathname += "/";
  base.search = "";
  base.hash = "";
  return base.href;
}
