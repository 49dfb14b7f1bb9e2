import { PretrainedError } from "../errors.ts";
import { piecesOf } from "./pieces.ts";
import type { Source } from "./source.ts";

/** Files of a folder at a URL, by name: null where there is none. */
export type OpenFile = (name: string) => Promise<Source | null>;

/** Opens files below a URL. A request that asks for a file's size goes on as the request that reads it. */
export function urlFolder(base: string, signal: AbortSignal | undefined): OpenFile {
  return async (name) => {
    const url = new URL(name, base).href;
    const response = await request(url, {}, signal);
    if (isMissing(response)) {
      await response.body?.cancel();
      return null;
    }
    if (!response.ok) throw refused(url, response);
    const length = response.headers.get("content-length");
    // A compressed answer's length is not the file's.
    const isPlain = (response.headers.get("content-encoding") ?? "identity") === "identity";
    return new FetchedFile(name, url, length === null || !isPlain ? null : Number(length), response);
  };
}

// Servers of single-page apps answer with a page where there is no file.
function isMissing(response: Response): boolean {
  return response.status === 404 || (response.headers.get("content-type") ?? "").startsWith("text/html");
}

class FetchedFile implements Source {
  readonly name: string;
  readonly size: number | null;
  readonly #url: string;
  #first: Response | null;

  constructor(name: string, url: string, size: number | null, first: Response) {
    this.name = name;
    this.size = size;
    this.#url = url;
    this.#first = first;
  }

  async *read(start: number, signal: AbortSignal | undefined): AsyncIterable<Uint8Array> {
    const response = start === 0 && this.#first ? this.#first : await this.#from(start, signal);
    this.#first = null;
    // Servers without ranges begin at the start again.
    let skip = response.status === 206 ? 0 : start;
    for await (const bytes of piecesOf(bodyOf(this.#url, response))) {
      const piece = bytes.subarray(Math.min(skip, bytes.length));
      skip -= bytes.length - piece.length;
      if (piece.length > 0) yield piece;
    }
  }

  async #from(start: number, signal: AbortSignal | undefined): Promise<Response> {
    const headers: Record<string, string> = start > 0 ? { range: `bytes=${start}-` } : {};
    const response = await request(this.#url, headers, signal);
    if (!response.ok) throw refused(this.#url, response);
    return response;
  }
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
    const message = error instanceof Error ? error.message : String(error);
    throw new PretrainedError(
      `${url}: it cannot be fetched (${message}). Check the address, the network, and that the server allows this origin.`,
      { cause: error },
    );
  }
}

function refused(url: string, { status, statusText }: Response): PretrainedError {
  return new PretrainedError(`${url}: the server answered ${status} ${statusText}.`);
}
