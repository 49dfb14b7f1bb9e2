import { encodeUtf8, isWellFormed } from "./bytes.ts";
import { quote, SafetensorsError } from "./errors.ts";

/** The size in bytes of the header length, which precedes the header text. */
const HEADER_START = 8;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** The fix for text that does not follow the format. */
export const DAMAGED: string = "The file is damaged or not a safetensors file; download or save it again.";

/**
 * A cursor in the header's JSON text. Unlike JSON.parse, it detects duplicate keys, is not affected by `__proto__`, and
 * reports the byte offset of every error.
 */
export class HeaderCursor {
  /** Position in `text`, in code units. */
  position = 0;
  /** The tensor being read, for error messages. */
  tensor: string | undefined = undefined;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The error for a fault at `at`, a position in the text. */
  fault(problem: string, at: number = this.position, cure: string = DAMAGED): SafetensorsError {
    const offset = HEADER_START + encodeUtf8(this.text.slice(0, at)).length;
    return new SafetensorsError(problem, { cure, tensor: this.tensor, offset });
  }

  /** Next character after white space, or "" at the end. */
  peek(): string {
    while (this.position < this.text.length) {
      const unit = this.text.charCodeAt(this.position);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) break;
      this.position++;
    }
    return this.text.charAt(this.position);
  }

  /** Skips `mark` if it comes next. */
  take(mark: string): boolean {
    if (this.peek() !== mark) return false;
    this.position++;
    return true;
  }

  /** Skips `mark`; anything else is an error. */
  expect(mark: string, where: string): void {
    if (this.take(mark)) return;
    const found = this.text.charAt(this.position);
    throw this.fault(
      `header is not valid: expected ${quote(mark)} ${where}, found ${found ? quote(found) : "its end"}`,
    );
  }

  /** Reads a string. */
  string(what: string): string {
    if (this.peek() !== '"') {
      const found = this.text.charAt(this.position);
      throw this.fault(`${what} must be a string, found ${found ? quote(found) : "the end of the header"}`);
    }
    const start = this.position;
    const end = this.stringEnd(what);
    const raw = this.text.slice(start, end + 1);
    let value: unknown;
    try {
      value = raw.includes("\\") ? JSON.parse(raw) : raw.slice(1, -1);
    } catch {
      throw this.fault(`${what} is not a valid JSON string`, start);
    }
    if (typeof value !== "string" || !isWellFormed(value)) {
      throw this.fault(`${what} is not valid Unicode`, start);
    }
    this.position = end + 1;
    return value;
  }

  /** Position of the closing quote of the string that opens here. */
  private stringEnd(what: string): number {
    for (let i = this.position + 1; i < this.text.length; i++) {
      const unit = this.text.charCodeAt(i);
      if (unit === QUOTE) return i;
      if (unit < 0x20) throw this.fault(`${what} holds a raw control character`, i);
      if (unit === BACKSLASH) i++;
    }
    throw this.fault(`${what} has no closing quote`);
  }

  /** Reads an array of non-negative safe integers, at most `limit` of them. */
  naturals(what: string, limit: number): number[] {
    if (!this.take("[")) throw this.fault(`${what} must be an array of integers`);
    const values: number[] = [];
    if (this.take("]")) return values;
    do {
      if (values.length === limit) throw this.fault(`${what} has more than ${limit} values`);
      values.push(this.natural(what));
    } while (this.take(","));
    this.expect("]", `after the values of ${what}`);
    return values;
  }

  private natural(what: string): number {
    this.peek();
    const start = this.position;
    while (isDigit(this.text.charCodeAt(this.position))) this.position++;
    const rest = /^[-+.\w]*/.exec(this.text.slice(this.position, this.position + 20))?.[0] ?? "";
    const literal = this.text.slice(start, this.position) + rest;
    const value = Number(literal);
    if (!/^(0|[1-9][0-9]*)$/.test(literal) || !Number.isSafeInteger(value)) {
      const found = literal === "" ? this.text.charAt(start) : literal;
      throw this.fault(`${what} holds ${quote(found)}, not a non-negative integer up to 2^53 - 1`, start);
    }
    return value;
  }
}
