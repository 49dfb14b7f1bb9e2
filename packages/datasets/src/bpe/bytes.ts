// GPT-2's alphabet (Radford et al. 2019): each byte is represented by a printable character, so that a token is a string.

/** The bytes represented by their own character: printable ASCII and Latin-1 without the space and the soft hyphen. */
function printable(byte: number): boolean {
  return (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || (byte >= 0xae && byte <= 0xff);
}

const bytes = Array.from({ length: 256 }, (_, byte) => byte);
const hidden = bytes.filter((byte) => !printable(byte));

/** The character of each byte: its own where it is printable, else one from U+0100 on. */
const charOfByte: readonly string[] = bytes.map((byte) =>
  String.fromCharCode(printable(byte) ? byte : 0x100 + hidden.indexOf(byte)),
);

const byteOfChar: ReadonlyMap<string, number> = new Map(charOfByte.map((char, byte) => [char, byte]));

/** The 256 characters in GPT-2's order: those of printable bytes first. */
export const alphabet: readonly string[] = [
  ...bytes.filter(printable).map((byte) => charOfByte[byte]!),
  ...hidden.map((byte) => charOfByte[byte]!),
];

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The text's UTF-8 bytes, a character each. A lone surrogate becomes U+FFFD. */
export function toByteChars(text: string): string {
  let chars = "";
  for (const byte of encoder.encode(text)) chars += charOfByte[byte];
  return chars;
}

/** Whether each character represents a byte. */
export function areByteChars(chars: string): boolean {
  return [...chars].every((char) => byteOfChar.has(char));
}

/** The text of {@link toByteChars}. Invalid UTF-8 becomes U+FFFD. */
export function fromByteChars(chars: string): string {
  return decoder.decode(Uint8Array.from(chars, (char) => byteOfChar.get(char)!));
}
