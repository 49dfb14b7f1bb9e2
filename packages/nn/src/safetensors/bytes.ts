/** Byte order and text helpers. The globals are declared here so that the module needs no DOM or Node types. */
declare const TextDecoder: new (
  label: string,
  options: { readonly fatal: boolean; readonly ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string };
declare const TextEncoder: new () => { encode(text: string): Uint8Array<ArrayBuffer> };

const HOST_IS_LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** Decodes UTF-8 bytes; `undefined` if they are not valid UTF-8. A byte order mark is kept. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** UTF-8 bytes of text. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** Whether text has no unpaired surrogates, so that it can be encoded as UTF-8. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** Orders two texts by their UTF-8 bytes, which is by code point. */
export function compareUtf8(a: string, b: string): number {
  const [x, y] = [encodeUtf8(a), encodeUtf8(b)];
  const at = x.findIndex((byte, i) => byte !== y[i]);
  return at < 0 ? x.length - y.length : x[at]! - (y[at] ?? -1);
}

/** Reverses the bytes of every `width`-byte element in place, on a big-endian host only. */
export function swapOnBigEndian(
  bytes: Uint8Array,
  width: number,
  bigEndian: boolean = !HOST_IS_LITTLE_ENDIAN,
): void {
  if (!bigEndian || width === 1) return;
  for (let start = 0; start + width <= bytes.length; start += width) {
    bytes.subarray(start, start + width).reverse();
  }
}

/** A fresh, aligned buffer with the little-endian elements of `bytes` in the host's byte order. */
export function toHostOrder(bytes: Uint8Array, width: number): ArrayBuffer {
  const copy = new Uint8Array(bytes);
  swapOnBigEndian(copy, width);
  return copy.buffer;
}
