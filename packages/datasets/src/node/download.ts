import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as c from "@saccade/tensor/contract";
import { type UnzipFileInfo, unzipSync } from "fflate";
import { CorpusError } from "../errors.ts";
import { defaultCacheDir, errorCode, pathTo } from "./read.ts";

/** Where d2l keeps the English–French pairs (a zip archive that holds `fra-eng/fra.txt`). */
export const NMT_URL = "https://d2l-data.s3-accelerate.amazonaws.com/fra-eng.zip";

/** sha256 of the text in that archive: 167,130 lines, 11,669,748 bytes. */
export const NMT_SHA256 = "0bb85dbaa1c896844649094d7eaf2e34bee34e84fe362b26ce7e8f2e12aae104";

// Of that archive, as d2l gives it; it is known before anything is unpacked.
const NMT_ARCHIVE_SHA1 = "94646ad1522d915e7b0f9296181140edcf86a4f5";

const downloadOptions = c.options(
  "downloadNmt",
  {
    /**
     * Address of a zip archive that holds the text, or of the text itself: https, or http on this computer. Default
     * {@link NMT_URL}.
     */
    url: c.rule(
      "an absolute URL that begins with https://, a string",
      (value): value is string => typeof value === "string" && URL.canParse(value) && isSafe(value),
      NMT_URL,
    ),
    /** Folder to keep the text in. Default `$XDG_CACHE_HOME/saccade`, else `~/.cache/saccade`. */
    cacheDir: pathTo("folder"),
    /** sha256 (64 hexadecimal digits) that the unpacked text must have. Default {@link NMT_SHA256}. */
    sha256: c.rule(
      "64 hexadecimal digits",
      (value): value is string => typeof value === "string" && /^[0-9a-f]{64}$/i.test(value),
      NMT_SHA256,
    ),
    /** Called as data comes in, with bytes so far and bytes in all (undefined if the server does not report it). */
    onProgress: c.callable<(bytes: number, total: number | undefined) => void>(),
    /** Replaces the global `fetch`, for proxies and tests. */
    fetch: c.callable<(url: string, init: { signal: AbortSignal | null }) => Promise<Response>>(),
    /** Stops the download. */
    signal: c.withFix(c.instanceOf("an AbortSignal", AbortSignal), "write signal: controller.signal"),
  },
  { example: 'downloadNmt({ cacheDir: "data" })' },
);

/** Options of {@link downloadNmt}. */
export interface DownloadOptions extends c.OptionsOf<typeof downloadOptions> {}

// The limit of a download and of its unpacked size: the largest edition of the pairs is half of it.
const LIMIT = 64 * 2 ** 20;
const INSTEAD =
  "pass the path of a local copy to readPairsFile(path), or use embeddedCorpus(), which needs no network";

/**
 * Fetches the English–French pairs of the Tatoeba Project as packed by ManyThings.org (CC BY 2.0: name both when you
 * pass the text or a part of it on), checks them and keeps them in a cache folder. Nothing is fetched if the cache
 * holds the text with the right hash. The text is written to a temporary file and renamed, so no partial file is ever seen
 * and a failed download does not change the cache.
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

  const bytes = await fetchBytes(url, settings);
  if (url === NMT_URL && expected === NMT_SHA256 && isZip(bytes))
    expectHash(`the archive ${url}`, "sha1", bytes, NMT_ARCHIVE_SHA1);
  const text = unpack(bytes, url);
  expectHash(`the text from ${url}`, "sha256", text, expected);
  await writeBeside(path, cacheDir, text);
  return path;
}

/** Whether the connection is protected from tampering. */
function isSafe(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

function expectHash(what: string, kind: "sha1" | "sha256", bytes: Uint8Array, expected: string): void {
  const actual = createHash(kind).update(bytes).digest("hex");
  if (actual === expected) return;
  throw new CorpusError(
    `downloadNmt: ${what} has ${kind} ${actual}, expected ${expected}; nothing was kept.` +
      " Try again; if you mean another edition, pass its url, and the hash of its text as sha256",
  );
}

async function holds(path: string, expected: string): Promise<boolean> {
  try {
    return (
      createHash("sha256")
        .update(await readFile(path))
        .digest("hex") === expected
    );
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return false;
    const message = `downloadNmt: cannot read the cached ${path}; remove it or pass another cacheDir`;
    throw new CorpusError(message, { cause: error });
  }
}

async function fetchBytes(
  url: string,
  { fetch: request = fetch, signal, onProgress }: c.SettingsOf<typeof downloadOptions>,
): Promise<Uint8Array> {
  signal?.throwIfAborted();
  let got = 0;
  try {
    const response = await request(url, { signal: signal ?? null });
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      throw new Error(`the server answered ${response.status} ${response.statusText}`.trimEnd());
    }
    if (response.url !== "" && !isSafe(response.url)) {
      await response.body.cancel();
      throw new Error(`it leads to ${response.url}, which is not https`);
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

/** The text of a zip archive (`fra.txt`, else its only .txt besides `_about.txt`); other bytes as they are. */
function unpack(bytes: Uint8Array, url: string): Uint8Array {
  if (!isZip(bytes)) return bytes;
  const sizes = new Map<string, number>();
  unzip(bytes, url, ({ name, originalSize }) => {
    if (/(?<!_about)\.txt$/.test(name) && !sizes.has(name)) sizes.set(name, originalSize);
    return false;
  });
  const names = [...sizes.keys()];
  const name =
    names.find((entry) => /(^|\/)fra\.txt$/.test(entry)) ?? (names.length === 1 ? names[0] : undefined);
  if (name === undefined) {
    const found = names.length === 0 ? "no .txt" : names.slice(0, 10).join(", ");
    throw new CorpusError(
      `downloadNmt: ${url} holds ${found}, not fra.txt; pass the url of an archive that does`,
    );
  }
  if (sizes.get(name)! > LIMIT)
    throw new CorpusError(
      `downloadNmt: ${name} in ${url} unpacks to ${sizes.get(name)} bytes, more than the ${LIMIT} that this data set can have; ` +
        "pass the url of another archive",
    );
  // An archive may list one name many times; only the first is unpacked.
  let seen = 0;
  return unzip(bytes, url, (file) => file.name === name && seen++ === 0)[name]!;
}

function unzip(
  bytes: Uint8Array,
  url: string,
  filter: (file: UnzipFileInfo) => boolean,
): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, { filter });
  } catch (cause) {
    const message = `downloadNmt: ${url} is a damaged zip archive (${describe(cause)}); try again`;
    throw new CorpusError(message, { cause });
  }
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

/** The message of an error, with that of its cause: fetch itself only reports "fetch failed". */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = error.cause instanceof Error ? error.cause : undefined;
  const detail = inner === undefined ? undefined : inner.message || errorCode(inner);
  return detail ? `${error.message}: ${detail}` : error.message;
}
