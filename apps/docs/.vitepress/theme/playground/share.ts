const name = "#program=";

/** The most bytes of a program in a link. */
export const mostBytes = 100_000;

/** The content of a link's hash: a program, one that cannot be read, or none. */
export type Linked = { readonly text: string } | { readonly problem: "damaged" | "large" } | null;

/**
 * The address of the playground with a program in it: deflated, in base64url, behind the #, so it reaches no server. Null if
 * the program is too large for a link.
 */
export async function shareLink(page: string, file: string, text: string): Promise<string | null> {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > mostBytes) return null;
  const packed = await through(bytes, new CompressionStream("deflate-raw"), Number.POSITIVE_INFINITY);
  const base64 = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  const link = new URL(page);
  link.search = new URLSearchParams({ file }).toString();
  link.hash = name + base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return link.href;
}

/** Reads a hash, which anybody may have written: no more of it is unpacked than a link may carry. */
export async function linkedProgram(hash: string): Promise<Linked> {
  if (!hash.startsWith(name)) return null;
  const base64 = hash.slice(name.length).replaceAll("-", "+").replaceAll("_", "/");
  // Deflate adds a few bytes at most to what it cannot pack, base64 a third.
  if (base64.length > mostBytes * 1.4) return { problem: "large" };
  try {
    const packed = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const bytes = await through(packed, new DecompressionStream("deflate-raw"), mostBytes);
    if (bytes.length > mostBytes) return { problem: "large" };
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { problem: "damaged" };
  }
}

/** The output of a stream for bytes, read until it ends or has given more than `most` of them. */
async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: GenericTransformStream,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let length = 0; length <= most; ) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer());
    chunks.push(value);
    length += value.length;
  }
  await reader.cancel();
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
