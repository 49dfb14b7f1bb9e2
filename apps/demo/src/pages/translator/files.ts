/** The name under which a checkpoint is downloaded. */
export const checkpointFile = "saccade-translator.safetensors";

const megabyte = 1_000_000;
const most = 20 * megabyte;

/** What a file that the reader gave holds. */
export type Opened =
  | { readonly kind: "pairs"; readonly text: string }
  | { readonly kind: "checkpoint"; readonly bytes: Uint8Array };

/**
 * Reads a file: a checkpoint by its ending, anything else as text of sentence pairs.
 *
 * @throws RangeError for a file that is too large, Error for one that cannot be read.
 */
export async function readFile(file: File): Promise<Opened> {
  if (file.size > most) {
    const size = (file.size / megabyte).toFixed(0);
    throw new RangeError(`The file has ${size} MB; this page opens at most ${most / megabyte} MB.`);
  }
  if (/\.safetensors$/i.test(file.name)) {
    return { kind: "checkpoint", bytes: new Uint8Array(await file.arrayBuffer()) };
  }
  return { kind: "pairs", text: await file.text() };
}

/** Hands bytes to the browser as a download. */
export function download(bytes: Uint8Array<ArrayBuffer>, name: string): void {
  const url = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the blob by then; it says no more about when.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
