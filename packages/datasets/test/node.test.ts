import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { defaultCacheDir, downloadNmt, readPairsFile } from "../src/node.ts";

const text = "Hello!\tBonjour à tous !\n".repeat(200);
const sha256 = createHash("sha256").update(text).digest("hex");
const zip = zipSync({ "fra-eng/_about.txt": strToU8("about"), "fra-eng/fra.txt": strToU8(text) });

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "saccade-"));
});
afterEach(async () => {
  await rm(dir, { recursive: true });
});

describe("readPairsFile", () => {
  test("gives the text without a byte order mark", async () => {
    const path = join(dir, "a.txt");
    await writeFile(path, `\ufeff${text}`);
    expect(await readPairsFile(path)).toBe(text);
  });

  test.each([
    ["a folder", ".", undefined, /is a folder; pass the path of the text file/],
    ["a missing file", "no.txt", undefined, /no\.txt does not exist; check the path/],
    ["an empty file", "a.txt", Buffer.of(), /a\.txt is empty; fill it/],
    ["Latin-1", "a.txt", Buffer.from("é", "latin1"), /a\.txt is not UTF-8; save it as UTF-8/],
    ["UTF-16", "a.txt", Buffer.from("\ufeffé", "utf16le"), /begins like UTF-16/],
    ["UTF-16, big endian", "a.txt", Buffer.from([0xfe, 0xff, 0, 0x61]), /begins like UTF-16/],
    // One byte alone of either mark, at its own place or the other's, says nothing of UTF-16.
    ["ff first", "a.txt", Buffer.from([0xff, 0x61]), /is not UTF-8; save it as UTF-8/],
    ["fe first", "a.txt", Buffer.from([0xfe, 0x61]), /is not UTF-8; save it as UTF-8/],
    ["ff second", "a.txt", Buffer.from([0x61, 0xff]), /is not UTF-8; save it as UTF-8/],
    ["fe second", "a.txt", Buffer.from([0x61, 0xfe]), /is not UTF-8; save it as UTF-8/],
    ["ff twice", "a.txt", Buffer.from([0xff, 0xff]), /is not UTF-8; save it as UTF-8/],
    ["fe twice", "a.txt", Buffer.from([0xfe, 0xfe]), /is not UTF-8; save it as UTF-8/],
    ["a zip archive", "a.zip", Buffer.from([0x50, 0x4b, 0xff]), /unpack it first/],
    ["a P that begins no archive", "a.txt", Buffer.from([0x50, 0xff]), /is not UTF-8; save it as UTF-8/],
    ["a K that begins no archive", "a.txt", Buffer.from([0xff, 0x4b]), /is not UTF-8; save it as UTF-8/],
  ])("names path and cure for %s", async (_, name, content, message) => {
    if (content) await writeFile(join(dir, name), content);
    await expect(readPairsFile(join(dir, name))).rejects.toThrow(message);
  });

  test("refuses a device without end, and what is no path", async () => {
    await expect(readPairsFile("/dev/zero")).rejects.toThrow(/\/dev\/zero is not a regular file/);
    for (const path of [undefined, null, "", 3, ["a"]]) {
      const read = Reflect.apply(readPairsFile, null, [path]);
      await expect(read).rejects.toThrow(/^readPairsFile: path must be the path of a file, a string, got/);
    }
  });
});

describe("defaultCacheDir", () => {
  test("follows XDG_CACHE_HOME", () => {
    expect(defaultCacheDir({ XDG_CACHE_HOME: dir })).toBe(join(dir, "saccade"));
    expect(defaultCacheDir({})).toMatch(/\.cache.saccade$/);
  });
});

describe("downloadNmt", () => {
  const answer = (body: Uint8Array | string, status = 200) => {
    const calls: string[] = [];
    const fetch = async (url: string): Promise<Response> => {
      calls.push(url);
      return new Response(typeof body === "string" ? body : Buffer.from(body), { status });
    };
    return { calls, fetch };
  };

  test("unpacks the text into the cache and does not fetch it again", async () => {
    const { calls, fetch } = answer(zip);
    const cacheDir = join(dir, "new", "folder");
    const path = await downloadNmt({ cacheDir, sha256, fetch });
    expect(await readPairsFile(path)).toBe(text);
    expect(await downloadNmt({ cacheDir, sha256, fetch })).toBe(path);
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatch(/fra-eng\.zip$/);
    expect(await readdir(cacheDir)).toHaveLength(1);
  });

  test("takes text that is not in an archive", async () => {
    const path = await downloadNmt({
      cacheDir: dir,
      sha256: sha256.toUpperCase(),
      fetch: answer(text).fetch,
    });
    expect(await readPairsFile(path)).toBe(text);
  });

  test("replaces a damaged cache", async () => {
    const path = await downloadNmt({ cacheDir: dir, sha256, fetch: answer(zip).fetch });
    await writeFile(path, "half");
    await downloadNmt({ cacheDir: dir, sha256, fetch: answer(zip).fetch });
    expect(await readFile(path, "utf8")).toBe(text);
  });

  test.each([
    [
      "another text",
      zipSync({ "fra.txt": strToU8("other") }),
      200,
      /has sha256 \w+, expected .* nothing was kept/,
    ],
    ["a damaged archive", zip.slice(0, 60), 200, /damaged zip archive/],
    [
      "an archive without a text",
      zipSync({ "a.png": strToU8("x") }),
      200,
      /holds no \.txt, not fra\.txt; pass the url/,
    ],
    ["a server error", zip, 503, /server answered 503.*readPairsFile\(path\), or use embeddedCorpus\(\)/],
  ])("keeps the cache as it was after %s", async (_, body, status, message) => {
    const old = await downloadNmt({ cacheDir: dir, sha256, fetch: answer(zip).fetch });
    await writeFile(old, "old");
    await expect(downloadNmt({ cacheDir: dir, sha256, fetch: answer(body, status).fetch })).rejects.toThrow(
      message,
    );
    expect(await readFile(old, "utf8")).toBe("old");
    expect(await readdir(dir)).toHaveLength(1);
  });

  test("knows the archive of d2l before it unpacks anything", async () => {
    const damaged = Buffer.from("PK, and nothing that can be unpacked");
    await expect(downloadNmt({ cacheDir: dir, fetch: answer(damaged).fetch })).rejects.toThrow(
      /the archive https:\S+fra-eng\.zip has sha1 \w{40}, expected \w{40}; nothing was kept/,
    );
  });

  test("unpacks one text of an archive, and none above 64 MiB", async () => {
    const large = new Uint8Array(65 * 2 ** 20);
    const archive = (name: string) => zipSync({ [name]: [large, { level: 1 }] });
    const refused = downloadNmt({ cacheDir: dir, sha256, fetch: answer(archive("fra.txt")).fetch });
    await expect(refused).rejects.toThrow(
      /fra\.txt in https:\S+ unpacks to 68157440 bytes, more than the 67108864/,
    );
    const others = zipSync({
      "a.txt": [large, { level: 1 }],
      "fra.txt": strToU8(text),
      "b.txt": [large, { level: 1 }],
    });
    const { fetch } = answer(others);
    expect(await readPairsFile(await downloadNmt({ cacheDir: dir, sha256, fetch }))).toBe(text);
  });

  test("takes no address that others can answer for", async () => {
    for (const url of ["http://example.com/fra-eng.zip", "http://127.0.0.1.example.com/a.zip", "ftp://a/b"]) {
      await expect(downloadNmt({ url, cacheDir: dir, sha256, fetch: answer(zip).fetch })).rejects.toThrow(
        /url must be an absolute URL that begins with https:\/\//,
      );
    }
    const elsewhere = async (): Promise<Response> =>
      Object.defineProperty(new Response(Buffer.from(zip)), "url", { value: "http://example.com/a.zip" });
    await expect(downloadNmt({ cacheDir: dir, sha256, fetch: elsewhere })).rejects.toThrow(
      /could not fetch \S+ \(it leads to http:\/\/example\.com\/a\.zip, which is not https/,
    );
  });

  test("says what to do offline", async () => {
    const fetch = (): Promise<Response> =>
      Promise.reject(new TypeError("fetch failed", { cause: new Error("ENOTFOUND x") }));
    const message =
      /could not fetch .*fetch failed: ENOTFOUND x.*readPairsFile\(path\), or use embeddedCorpus\(\)/;
    await expect(downloadNmt({ cacheDir: dir, sha256, fetch })).rejects.toThrow(message);
  });

  test("names a cache folder that cannot be written", async () => {
    const file = join(dir, "file");
    await writeFile(file, "");
    await expect(downloadNmt({ cacheDir: file, sha256, fetch: answer(zip).fetch })).rejects.toThrow(
      /pass another cacheDir/,
    );
  });

  describe("over HTTP", () => {
    let server: Server;
    let url: string;
    beforeEach(async () => {
      server = createServer((request, response) => {
        if (request.url === "/cut") {
          response.writeHead(200, { "content-length": zip.length });
          response.write(zip.slice(0, 50), () => response.destroy());
          return;
        }
        response.writeHead(200, { "content-length": zip.length }).end(zip);
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const address = server.address();
      if (address === null || typeof address === "string") throw new Error("no port");
      url = `http://127.0.0.1:${address.port}`;
    });
    afterEach(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });

    test("reports bytes so far and in all", async () => {
      const steps: (number | undefined)[][] = [];
      await downloadNmt({ url, cacheDir: dir, sha256, onProgress: (...step) => steps.push(step) });
      expect(steps.at(-1)).toEqual([zip.length, zip.length]);
    });

    test("keeps nothing of a connection that breaks off", async () => {
      await expect(downloadNmt({ url: `${url}/cut`, cacheDir: dir, sha256 })).rejects.toThrow(
        /could not fetch/,
      );
      expect(await readdir(dir)).toEqual([]);
    });

    test("stops when told to", async () => {
      const signal = AbortSignal.abort();
      await expect(downloadNmt({ url, cacheDir: dir, sha256, signal })).rejects.toThrow(/abort/i);
    });
  });
});
