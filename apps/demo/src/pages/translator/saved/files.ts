import { Refused } from "../words/message.ts";

/** The name under which a checkpoint is downloaded. */
export const checkpointFile = "saccade-translator.safetensors";

const megabyte = 1_000_000;
const most = 20 * megabyte;

/** The content of a file that the reader opened. */
export type Opened =
  | { readonly kind: "pairs"; readonly text: string }
  | { readonly kind: "checkpoint"; readonly bytes: Uint8Array };

/**
 * Reads a file: a checkpoint by its ending, anything else as text of sentence pairs.
 *
 * @throws Refused for a file that is too large, Error for one that cannot be read.
 */
export async function readFile(file: File): Promise<Opened> {
  if (file.size > most) {
    const size = (file.size / megabyte).toFixed(0);
    throw new Refused((t) => t.tooLarge(size, most / megabyte));
  }
  if (/\.safetensors$/i.test(file.name)) {
    return { kind: "checkpoint", bytes: new Uint8Array(await file.arrayBuffer()) };
  }
  return { kind: "pairs", text: await file.text() };
}
