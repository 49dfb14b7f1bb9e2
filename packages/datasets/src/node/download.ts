import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  callable,
  instanceOf,
  type OptionsOf,
  options,
  rule,
  type SettingsOf,
  withFix,
} from "@saccade/tensor/contract";
import { unzipSync } from "fflate";
import { CorpusError } from "../errors.ts";
import { defaultCacheDir } from "./cache.ts";
import { errorCode, pathTo } from "./read.ts";

/** Where d2l keeps the English–French pairs (a zip archive that holds `fra-eng/fra.txt`). */
export const NMT_URL = "http://d2l-data.s3-accelerate.amazonaws.com/fra-eng.zip";

/** sha256 of the text in that archive: 167,130 lines, 11,669,748 bytes. */
export const NMT_SHA256 = "0bb85dbaa1c896844649094d7eaf2e34bee34e84fe362b26ce7e8f2e12aae104";

const downloadOptions = options(
  "downloadNmt",
  {
    /** Address of a zip archive that holds the text, or of the text itself. Default {@link NMT_URL}. */
    url: rule(
      "an absolute URL, a string",
      (value): value is string => typeof value === "string" && URL.canParse(value),
      NMT_URL,
    ),
    /** Folder to keep the text in. Default `$XDG_CACHE_HOME/saccade`, else `~/.cache/saccade`. */
    cacheDir: pathTo("folder"),
    /** sha256 (64 hexadecimal digits) that the unpacked text must have. Default {@link NMT_SHA256}. */
    sha256: rule(
      "64 hexadecimal digits",
      (value): value is string => typeof value === "string" && /^[0-9a-f]{64}$/i.test(value),
      NMT_SHA256,
    ),
    /** Called as data comes in, with bytes so far and bytes in all (undefined if the server does not tell). */
    onProgress: callable<(bytes: number, total: number | undefined) => void>(),
    /** Replaces the global `fetch`, for proxies and tests. */
    fetch: callable<(url: string, init: { signal: AbortSignal | null }) => Promise<Response>>(),
    /** Stops the download. */
    signal: withFix(instanceOf("an AbortSignal", AbortSignal), "write signal: controller.signal"),
  },
  { example: 'downloadNmt({ cacheDir: "data" })' },
);

/** Options of {@link downloadNmt}. */
export interface DownloadOptions extends OptionsOf<typeof downloadOptions> {}

const LIMIT = 256 * 2 ** 20;
const INSTEAD =
  "pass the path of a local copy to readPairsFile(path), or use embeddedCorpus(), which needs no network";

/**
 * Fetches the English–French pairs of the Tatoeba Project as packed by ManyThings.org (CC BY 2.0: name both when you
 * pass the text or a part of it on), checks them and keeps them in a cache folder. Nothing is fetched if the cache
 * holds the text with the right hash. The text is written beside its place and renamed, so no half file is ever seen
 * and a failed download leaves the cache as it was.
 *
 * @returns Path of the text in the cache, for `readPairsFile`.
 * @throws CorpusError that names the cure if the network or the server fails, the archive has no text, the hash differs
 * (nothing is kept then), or the cache folder cannot be written; ArgumentError for an unknown option or a wrong value.
 * @example await downloadNmt({ cacheDir: 1 }); // throws ArgumentError
 */
export async function downloadNmt(given?: DownloadOptions): Promise<string> {
  const settings = downloadOptions(given);
  const { url, cacheDir = defaultCacheDir(), sha256: wanted } = settings;
  const expected = wanted.toLowerCase();
  const path = join(cacheDir, `fra-eng-${expected.slice(0, 12)}.txt`);
  if (await holds(path, expected)) return path;

  const text = unpack(await fetchBytes(url, settings), url);
  const actual = sha256(text);
  if (actual !== expected) {
    throw new CorpusError(
      `downloadNmt: the text from ${url} has sha256 ${actual}, expected ${expected}; nothing was kept.` +
        " Try again; if you mean another edition, pass its hash as sha256",
    );
  }
  await writeBeside(path, cacheDir, text);
  return path;
}

async function holds(path: string, expected: string): Promise<boolean> {
  try {
    return sha256(await readFile(path)) === expected;
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return false;
    const message = `downloadNmt: cannot read the cached ${path}; remove it or pass another cacheDir`;
    throw new CorpusError(message, { cause: error });
  }
}

async function fetchBytes(
  url: string,
  { fetch: request = fetch, signal, onProgress }: SettingsOf<typeof downloadOptions>,
): Promise<Uint8Array> {
  signal?.throwIfAborted();
  let got = 0;
  try {
    const response = await request(url, { signal: signal ?? null });
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      throw new Error(`the server answered ${response.status} ${response.statusText}`.trimEnd());
    }
    const total = contentLength(response);
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body) {
      chunks.push(chunk);
      got += chunk.length;
      if (got > LIMIT) throw new Error(`more than ${LIMIT} bytes came, which cannot be this data set`);
      onProgress?.(got, total);
    }
    return Buffer.concat(chunks, got);
  } catch (cause) {
    signal?.throwIfAborted();
    throw new CorpusError(
      `downloadNmt: could not fetch ${url} (${describe(cause)}, after ${got} bytes); ${INSTEAD}`,
      { cause },
    );
  }
}

function contentLength(response: Response): number | undefined {
  const length = Number(response.headers.get("content-length") ?? Number.NaN);
  const coded = response.headers.get("content-encoding") ?? "identity";
  return Number.isInteger(length) && coded === "identity" ? length : undefined;
}

/** The text of a zip archive (`fra.txt`, else its only .txt beside `_about.txt`); other bytes as they are. */
function unpack(bytes: Uint8Array, url: string): Uint8Array {
  if (!(bytes[0] === 0x50 && bytes[1] === 0x4b)) return bytes;
  let files: Record<string, Uint8Array>;
  try {
    const wanted = /(?<!_about)\.txt$/;
    files = unzipSync(bytes, { filter: (file) => wanted.test(file.name) && file.originalSize <= LIMIT });
  } catch (cause) {
    const message = `downloadNmt: ${url} is a damaged zip archive (${describe(cause)}); try again`;
    throw new CorpusError(message, { cause });
  }
  const names = Object.keys(files);
  const name =
    names.find((entry) => /(^|\/)fra\.txt$/.test(entry)) ?? (names.length === 1 ? names[0] : undefined);
  if (name !== undefined) return files[name]!;
  const found = names.length === 0 ? "no .txt" : names.join(", ");
  throw new CorpusError(
    `downloadNmt: ${url} holds ${found}, not fra.txt; pass the url of an archive that does`,
  );
}

async function writeBeside(path: string, cacheDir: string, text: Uint8Array): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await mkdir(cacheDir, { recursive: true });
    await writeFile(temporary, text);
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => undefined);
    const message = `downloadNmt: cannot write to ${cacheDir} (${describe(cause)}); pass another cacheDir`;
    throw new CorpusError(message, { cause });
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The message of an error, with that of its cause: fetch says no more than "fetch failed" itself. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = error.cause instanceof Error ? error.cause : undefined;
  const detail = inner === undefined ? undefined : inner.message || errorCode(inner);
  return detail ? `${error.message}: ${detail}` : error.message;
}
