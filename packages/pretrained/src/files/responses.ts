import { PretrainedError } from "../errors.ts";

/** The headers of the first response for a file; later responses for its parts must agree with them. */
export interface Opened {
  /** In bytes; null if the server does not report it. */
  readonly size: number | null;
  readonly etag: string | null;
}

/** @throws PretrainedError unless the answer to a request without a range is the whole file. */
export function checkFirst(url: string, response: Response): Opened {
  if (response.status !== 200)
    throw wrong(url, `it answered ${response.status} to a request for the whole file, expected 200`);
  return { size: sizeOf(response), etag: response.headers.get("etag") };
}

/** @throws PretrainedError unless the answer is the rest of the same file, from byte `start` on, or all of it. */
export function checkSame(url: string, opened: Opened, start: number, response: Response): void {
  const problem = problemOf(opened, start, response);
  if (problem !== undefined) throw wrong(url, problem);
}

function problemOf({ size, etag: before }: Opened, start: number, response: Response): string | undefined {
  const etag = response.headers.get("etag");
  const strong = [before, etag].every((tag) => tag !== null && !tag.startsWith("W/"));
  if (strong && etag !== before) return `the file changed while it was read (ETag ${before}, then ${etag})`;
  const length = sizeOf(response);
  if (response.status === 200) return otherLength(size, length);
  if (response.status !== 206) return `it answered ${response.status}, expected 200 or 206`;
  const given = response.headers.get("content-range") ?? "";
  const [, first, last, total] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/.exec(given.trim()) ?? [];
  const end = size ?? (total === undefined || total === "*" ? Number(last) + 1 : Number(total));
  const isWhole = Number(first) === start && Number(last) === end - 1;
  if (isWhole && (total === "*" || Number(total) === end)) return otherLength(end - start, length);
  const [of, sent] = [size === null ? "" : ` of ${size}`, JSON.stringify(given.slice(0, 100))];
  return `it was asked for the bytes from ${start} on${of}, and sent Content-Range ${sent}`;
}

function otherLength(expected: number | null, length: number | null): string | undefined {
  if (expected === null || length === null || length === expected) return undefined;
  return `its answer has ${length} bytes, expected ${expected}; the file changed while it was read`;
}

// A compressed answer's length is not the file's. A page cannot read Content-Length of every response.
function sizeOf({ headers }: Response): number | null {
  const length = headers.get("content-length");
  const isPlain = (headers.get("content-encoding") ?? "identity") === "identity";
  return length === null || !isPlain || !/^\d{1,15}$/.test(length) ? null : Number(length);
}

function wrong(url: string, problem: string): PretrainedError {
  return new PretrainedError(
    `${url}: the server's answer is wrong: ${problem}. Load it again, from another server if that does not help.`,
  );
}
