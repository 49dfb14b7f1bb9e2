import { messageOf, PretrainedError } from "../errors.ts";
import { piecesOf } from "./pieces.ts";
import { checkFirst, checkSame, type Opened } from "./responses.ts";
import type { Source } from "./source.ts";

/** Files of a folder at a URL, by name: null for a missing file. */
export type OpenFile = (name: string) => Promise<Source | null>;

interface UrlFolder {
  readonly open: OpenFile;
  close(): Promise<void>;
}

/** Opens files below a URL. The request for a file's size is reused to read it. */
export function urlFolder(base: string, signal: AbortSignal | undefined): UrlFolder {
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
