import { ArgumentError } from "@saccade/tensor";
import { messageOf, PretrainedError } from "../errors.ts";
import { piecesOf, type Source, sourcesOf } from "./source.ts";

// Files of a folder on a server: addressed, fetched in ranges, and their answers checked.

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

/** Files of a folder at a URL, by name: null for a missing file. */
type OpenFile = (name: string) => Promise<Source | null>;

/** Opens files below a URL. The request for a file's size is reused to read it. */
function urlFolder(base: string, signal: AbortSignal | undefined): Omit<CheckpointFolder, "names"> {
  const files: FetchedFile[] = [];
  const open: OpenFile = async (name) => {
    // Encoded, a name cannot leave the folder or the origin.
    const url = new URL(name.split("/").map(encodeURIComponent).join("/"), base).href;
    if (!url.startsWith(base)) throw new PretrainedError(`${name}: it lies outside of the folder ${base}.`);
    const response = await request(url, {}, signal);
    if (isMissing(response)) {
      await drop(response);
      return null;
    }
    if (!response.ok) throw await refused(url, response);
    const opened = await checked(response, () => checkFirst(url, response));
    const file = new FetchedFile(name, url, opened, response);
    files.push(file);
    return file;
  };
  const close = async (): Promise<void> => {
    for (const file of files) await file.close();
  };
  return { open, close };
}

// Servers of single-page apps answer with a page where there is no file.
function isMissing(response: Response): boolean {
  return response.status === 404 || (response.headers.get("content-type") ?? "").startsWith("text/html");
}

class FetchedFile implements Source {
  readonly name: string;
  readonly #url: string;
  readonly #opened: Opened;
  #first: Response | null;

  constructor(name: string, url: string, opened: Opened, first: Response) {
    this.name = name;
    this.#url = url;
    this.#opened = opened;
    this.#first = first;
  }

  get size(): number | null {
    return this.#opened.size;
  }

  async *read(start: number, signal: AbortSignal | undefined): AsyncIterable<Uint8Array> {
    const response = start === 0 && this.#first ? this.#first : await this.#from(start, signal);
    if (response === this.#first) this.#first = null;
    // Servers without ranges begin at the start again.
    let skip = response.status === 206 ? 0 : start;
    let at = start - skip;
    const pieces = piecesOf(bodyOf(this.#url, response))[Symbol.asyncIterator]();
    try {
      for (;;) {
        const { done, value } = await this.#next(pieces, at, signal);
        if (done) return;
        at += value.length;
        const piece = value.subarray(Math.min(skip, value.length));
        skip -= value.length - piece.length;
        if (piece.length > 0) yield piece;
      }
    } finally {
      await pieces.return?.();
    }
  }

  /** Ends the first request, unless it is being read. */
  async close(): Promise<void> {
    const first = this.#first;
    this.#first = null;
    if (first) await drop(first);
  }

  async #next(
    pieces: AsyncIterator<Uint8Array>,
    at: number,
    signal: AbortSignal | undefined,
  ): Promise<IteratorResult<Uint8Array>> {
    try {
      return await pieces.next();
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw new PretrainedError(
        `${this.#url}: the connection broke after ${at} bytes${this.size === null ? "" : ` of ${this.size}`} (${messageOf(error)}); load it again.`,
        { cause: error },
      );
    }
  }

  async #from(start: number, signal: AbortSignal | undefined): Promise<Response> {
    const headers: Record<string, string> = start > 0 ? { range: `bytes=${start}-` } : {};
    let response = await request(this.#url, headers, signal);
    if (isHidden(response)) {
      await drop(response);
      response = await request(this.#url, {}, signal);
    }
    if (!response.ok) throw await refused(this.#url, response);
    await checked(response, () => checkSame(this.#url, this.#opened, start, response));
    return response;
  }
}

// A server of another origin may keep Content-Range from pages; what it sent cannot be checked then.
function isHidden({ status, type, headers }: Response): boolean {
  return status === 206 && type === "cors" && headers.get("content-range") === null;
}

// An answer that is refused is not read on.
async function checked<T>(response: Response, check: () => T): Promise<T> {
  try {
    return check();
  } catch (error) {
    await drop(response);
    throw error;
  }
}

async function drop({ body }: Response): Promise<void> {
  // A stream that failed already cannot be cancelled, and need not.
  await body?.cancel().catch(() => {});
}

function bodyOf(url: string, { body }: Response): ReadableStream<Uint8Array> {
  if (body !== null) return body;
  throw new PretrainedError(`${url}: the server sent no body.`);
}

async function request(
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<Response> {
  try {
    return await fetch(url, { headers, signal: signal ?? null });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new PretrainedError(
      `${url}: it cannot be fetched (${messageOf(error)}). Check the address, the network, and that the server allows this origin.`,
      { cause: error },
    );
  }
}

async function refused(url: string, response: Response): Promise<PretrainedError> {
  await drop(response);
  return new PretrainedError(`${url}: the server answered ${response.status} ${response.statusText}.`);
}

/** The headers of the first response for a file; later responses for its parts must agree with them. */
interface Opened {
  /** In bytes; null if the server does not report it. */
  readonly size: number | null;
  readonly etag: string | null;
}

/** @throws PretrainedError unless the answer to a request without a range is the whole file. */
function checkFirst(url: string, response: Response): Opened {
  if (response.status !== 200)
    throw wrong(url, `it answered ${response.status} to a request for the whole file, expected 200`);
  return { size: sizeOf(response), etag: response.headers.get("etag") };
}

/** @throws PretrainedError unless the answer is the rest of the same file, from byte `start` on, or all of it. */
function checkSame(url: string, opened: Opened, start: number, response: Response): void {
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
