import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadPretrained, PretrainedError } from "../../src/index.ts";
import { free, outputs, refusal, saved, sharded, tinyGpt2 } from "../load/checkpoints.ts";

const gpt = tinyGpt2();
const { "config.json": config, "model.safetensors": weights } = saved(gpt);
const files: Record<string, Uint8Array> = Object.fromEntries(
  Object.entries({ "config.json": config!, ...sharded(weights!) }).map(([name, content]) => [
    name,
    content instanceof Uint8Array ? content : Buffer.from(JSON.stringify(content)),
  ]),
);

interface Ask {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The first byte of a range; null where the whole file was asked for. */
  readonly start: number | null;
  readonly response: ServerResponse;
}

/** A server's manners. */
type Answer = (ask: Ask) => void;

const honest: Answer = ({ bytes, start, response }) => {
  const headers = { "content-length": bytes.length - (start ?? 0), etag: '"1"' };
  const range =
    start === null ? {} : { "content-range": `bytes ${start}-${bytes.length - 1}/${bytes.length}` };
  response.writeHead(start === null ? 200 : 206, { ...headers, ...range }).end(bytes.subarray(start ?? 0));
};

let answer: Answer = honest;
let server: Server;
let base = "";
let asked: string[] = [];
const underWay: Set<ServerResponse> = new Set();

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url!);
    underWay.add(response);
    response.once("close", () => underWay.delete(response));
    const name = decodeURIComponent(request.url!.replace(/^\/m\//, ""));
    const bytes = files[name];
    const range = /^bytes=(\d+)-$/.exec(request.headers.range ?? "");
    if (bytes === undefined) response.writeHead(404).end();
    else answer({ name, bytes, start: range === null ? null : Number(range[1]), response });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/m/`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Changes the answers to ranges alone. */
function ranges(change: (ask: Ask & { start: number }) => void): Answer {
  return (ask) => (ask.start === null ? honest(ask) : change({ ...ask, start: ask.start }));
}

function partial(first: number, last: number, total: number | string, more: object = {}): Answer {
  return ranges(({ bytes, start, response }) => {
    const headers = {
      "content-range": `bytes ${start + first}-${bytes.length - 1 + last}/${total || bytes.length}`,
    };
    response.writeHead(206, { ...headers, ...more }).end(bytes.subarray(start + first));
  });
}

it("a folder's URL is read in one request a file, shards by ranges or from the start where the server has none", async () => {
  const whole: Answer = (ask) => honest({ ...ask, start: null });
  for (const each of [honest, whole, partial(0, 0, "*")]) {
    answer = each;
    const { model } = await loadPretrained(base);
    expect(outputs(model)).toEqual(outputs(gpt));
    free(model);
  }
  [answer, asked] = [honest, []];
  Object.assign(files, { "one.config.json": config, "one.safetensors": weights });
  const { model, tokenizer } = await loadPretrained(new URL(base.slice(0, -1)), { name: "one" });
  expect([outputs(model), tokenizer]).toEqual([outputs(gpt), null]);
  expect(asked).toEqual(
    ["one.config.json", "one.safetensors", "one.tokenizer.json"].map((name) => `/m/${name}`),
  );
});

it("an address without a checkpoint, or without a server, is named", async () => {
  await expect(loadPretrained(`${base}none`)).rejects.toThrow(/config\.json is missing/);
  await expect(loadPretrained("http://127.0.0.1:1/x")).rejects.toThrow(
    /1\/x\/config\.json: it cannot be fetched/,
  );
});

const index = "model.safetensors.index.json";
/** The headers of the rest of a file. */
const rangeOf = (start: number, { length }: Uint8Array): { "content-range": string } => ({
  "content-range": `bytes ${start}-${length - 1}/${length}`,
});

const endless: Answer = ({ name, response, ...ask }) => {
  if (name !== "config.json") return honest({ name, response, ...ask });
  response.writeHead(200);
  const chunk = Buffer.alloc(2 ** 16, " ");
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once("drain", more);
  };
  more();
};

it.each<[string, Answer, RegExp]>([
  ["another place", partial(-4, 0, 0), /asked for the bytes from \d+ on of \d+, and sent Content-Range/],
  ["a later place", partial(4, 0, 0), /Content-Range/],
  ["an earlier end", partial(0, -4, 0), /Content-Range/],
  ["another size", partial(0, 0, 12345), /Content-Range/],
  ["another version", partial(0, 0, 0, { etag: '"2"' }), /changed while it was read \(ETag "1", then "2"\)/],
  [
    "no Content-Range",
    ranges(({ bytes, start, response }) => response.writeHead(206).end(bytes.subarray(start))),
    /Content-Range ""/,
  ],
  [
    "a Content-Range that is none",
    ranges(({ response }) => response.writeHead(206, { "content-range": "rows 1-2" }).end("x")),
    /Content-Range "rows 1-2"/,
  ],
  [
    "a whole file of another length",
    ranges(({ bytes, response }) =>
      response.writeHead(200, { "content-length": bytes.length + 1 }).end(Buffer.alloc(bytes.length + 1)),
    ),
    /expected \d+; the file changed/,
  ],
  [
    "a body that is too short",
    ranges(({ bytes, start, response }) =>
      response.writeHead(206, rangeOf(start, bytes)).end(bytes.subarray(start, -4)),
    ),
    /4 bytes early/,
  ],
  ["an error", ranges(({ response }) => response.writeHead(416).end()), /answered 416/],
  [
    "a part of what was asked for whole",
    ({ bytes, response }) => response.writeHead(206).end(bytes),
    /answered 206 to a request for the whole file/,
  ],
  [
    "a connection that breaks",
    ranges(({ bytes, start, response }) => {
      response.writeHead(206, { ...rangeOf(start, bytes), "content-length": bytes.length - start });
      response.write(bytes.subarray(start, start + 8));
      setTimeout(() => response.destroy(), 20);
    }),
    /the connection broke after \d+ bytes/,
  ],
  [
    "a configuration without end",
    endless,
    /config\.json: it has more than 100000 bytes, the limit for JSON files.*jsonLimit/,
  ],
  [
    "a configuration that unpacks to more",
    (ask) =>
      ask.name === "config.json"
        ? ask.response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(2e6, " ")))
        : honest(ask),
    /config\.json: it has more than 100000 bytes/,
  ],
])("a server that sends %s is named, and leaves nothing", async (_what, each, expected) => {
  answer = each;
  const { message } = await refusal(() => loadPretrained(base, { jsonLimit: 100_000 }));
  expect(message).toMatch(expected);
});

const hostileNames: readonly unknown[] = [
  ..."../x /x //host/x http:x ..\\x %2e%2e%2fx a?b a#b data:,x a\u0000 https://host/x \t//host/x"
    .split(" ")
    .map((name) => `${name}.safetensors`),
  ...["..", ".", "config.json", "", 3, null, {}],
];

it.each(hostileNames)("a shard called %j is not asked for", async (name) => {
  answer = (ask) =>
    ask.name === index
      ? ask.response.writeHead(200).end(JSON.stringify({ weight_map: { w: name } }))
      : honest(ask);
  asked = [];
  await expect(loadPretrained(base)).rejects.toThrow(/weight_map gives .* expected the name of a file/);
  expect(asked.every((url) => /^\/m\/(config\.json|model\.safetensors(\.index\.json)?)$/.test(url))).toBe(
    true,
  );
});

it("an aborted load and a failed one leave no answer under way", async () => {
  answer = honest;
  const controller = new AbortController();
  const progress = (): void => controller.abort(new Error("enough"));
  await expect(loadPretrained(base, { progress, signal: controller.signal })).rejects.toThrow("enough");
  answer = (ask) =>
    ask.name === "config.json"
      ? honest({ ...ask, bytes: Buffer.from("{") })
      : endless({ ...ask, name: "config.json" });
  await expect(loadPretrained(base)).rejects.toThrow(PretrainedError);
  await expect.poll(() => underWay.size).toBe(0);
});

it.each(["gpt2", "openai-community/gpt2", "./gpt2", "", "file:///tmp/gpt2", "blob:x", "C:\\gpt2", "data:,x"])(
  "%j is no address: the error says what to pass",
  async (name) => {
    await expect(loadPretrained(name)).rejects.toThrow(
      /loadPretrained: files is .*not the http or https URL of a folder.*whole URL.*loadPretrainedFolder/,
    );
  },
);
