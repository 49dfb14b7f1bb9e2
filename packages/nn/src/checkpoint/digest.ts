import { encodeUtf8 } from "../safetensors/bytes.ts";
import { sha256 } from "./sha256.ts";

/**
 * The metadata entry with the digest: the SHA-256 of the whole file, in lower-case hex, computed with the 64 digits of
 * this entry set to zeros. It covers the header, including this entry's position, and all tensors.
 */
export const DIGEST_KEY = "sha256";

/** The placeholder for the digest while the file is hashed. */
export const NO_DIGEST: string = "0".repeat(64);

const QUOTE = 0x22;
const zeros = encodeUtf8(NO_DIGEST);
// Quotes inside JSON strings are escaped, so this text occurs only at the entry.
const marker = encodeUtf8(`"${DIGEST_KEY}":"`);

/** Writes the digest into a file that holds {@link NO_DIGEST}. Returns the file. */
export function seal(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const at = placeOfDigest(file);
  file.set(encodeUtf8(digestOf(file, at)), at);
  return file;
}

/** Describes the problem with a file's digest; null if it is correct. */
export function digestProblem(file: Uint8Array, given: string): string | null {
  if (!/^[0-9a-f]{64}$/.test(given)) return `its ${DIGEST_KEY} is not 64 lower-case hex digits`;
  const at = placeOfDigest(file);
  if (at < 0 || file[at + zeros.length] !== QUOTE)
    return `its ${DIGEST_KEY} is not written as saveCheckpoint writes it`;
  const found = digestOf(file, at);
  return found === given ? null : `its bytes were changed: their SHA-256 is ${found}, the file says ${given}`;
}

function digestOf(file: Uint8Array, at: number): string {
  return sha256([file.subarray(0, at), zeros, file.subarray(at + zeros.length)]);
}

/** The index of the first digit in the header; −1 if not found. */
function placeOfDigest(file: Uint8Array): number {
  const end = 8 + new DataView(file.buffer, file.byteOffset).getUint32(0, true);
  for (let at = file.indexOf(marker[0]!, 8); at >= 0 && at < end; at = file.indexOf(marker[0]!, at + 1)) {
    if (marker.every((byte, i) => file[at + i] === byte)) return at + marker.length;
  }
  return -1;
}
