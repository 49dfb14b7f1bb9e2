// What the demo costs on a phone: bytes and seconds to the first figure and to the first step of a training, page by page, in Chromium
// with a window of 375 px, its processor slowed four times and a slow 4G (1.6 Mbit/s, 150 ms). Prints a table. The DevTools protocol
// slows pages, not workers ("Not supported", Chromium 150): so the server is the slow network, and a worker computes at full speed.
// node tools/e2e/src/phone.mjs [--dist apps/demo/dist] [--page NAME]… [--rounds 3] [--plain], after a build of the demo.
// --larger measures the opening's larger model instead: its code runs on the page itself, where the processor is slowed.
// --plain serves without the headers for threads, as a plain static host does. Figures are medians of the rounds.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, resolve } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { isolation } from "@saccade/offline/headers";
import puppeteer from "puppeteer-core";
import { findChromium } from "./host.mjs";

const { values } = parseArgs({
  options: {
    dist: { type: "string", default: fileURLToPath(new URL("../../../apps/demo/dist", import.meta.url)) },
    page: { type: "string", multiple: true, default: [] },
    rounds: { type: "string", default: "3" },
    plain: { type: "boolean", default: false },
    larger: { type: "boolean", default: false },
  },
});
const dist = resolve(values.dist);
if (!existsSync(join(dist, "index.html"))) {
  console.error(`--dist: ${dist} has no index.html. Build the demo first: pnpm demo, or pnpm build.`);
  process.exit(1);
}
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error(`--rounds takes a whole number from 1, not ${JSON.stringify(values.rounds)}.`);
  process.exit(1);
}

// What a visitor presses to train, and what the page says once a step is done; some pages train nothing. The page of speeds has no figure.
const pages = {
  opening: null,
  "kernel-regression": { press: "Step", says: /Step 201/ },
  scoring: null,
  translator: { press: "Start", says: /step [1-9]/ },
  transformer: null,
  "language-model": { press: "Train from scratch", says: /step [1-9]/ },
  arena: { press: "Train both", says: /step [1-9]/ },
};
const unknown = values.page.filter((name) => !Object.hasOwn(pages, name));
if (unknown.length > 0) {
  console.error(
    `--page: there is no page ${unknown.join(", ")}; there are ${Object.keys(pages).join(", ")}.`,
  );
  process.exit(1);
}

const latency = 150; // ms
const bytesPerMs = 1.6e6 / 8 / 1000;
const piece = 4096; // bytes
const slowdown = 4;
const longest = 300_000; // ms
const bodies = new Map();

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};

/** Serves the folder as a static host does, compressed, over a slow network, and counts the bytes of what it sends. */
async function serve() {
  const sent = { bytes: 0, files: 0 };
  let free = 0;
  // All responses share the line: pieces take turns.
  const send = async (response, body) => {
    await sleep(latency);
    for (let at = 0; at < body.length; at += piece) {
      const part = body.subarray(at, at + piece);
      free = Math.max(free, performance.now()) + part.length / bytesPerMs;
      await sleep(free - performance.now());
      response.write(part);
      sent.bytes += part.length;
    }
    response.end();
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const file = join(
      dist,
      normalize(decodeURIComponent(pathname.endsWith("/") ? `${pathname}index.html` : pathname)),
    );
    if (!file.startsWith(dist) || !existsSync(file)) return response.writeHead(404).end();
    const type = types[extname(file)];
    response.writeHead(200, {
      "Content-Type": type ?? "application/octet-stream",
      ...(type === undefined ? {} : { "Content-Encoding": "gzip" }),
      ...(values.plain ? {} : isolation),
    });
    sent.files++;
    if (!bodies.has(file)) {
      const bytes = readFileSync(file);
      bodies.set(file, type === undefined ? bytes : gzipSync(bytes));
    }
    return send(response, bodies.get(file));
  });
  await new Promise((ready) => server.listen(0, "localhost", ready));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { site: `http://localhost:${server.address().port}/`, sent, close };
}

async function measure(browser, name) {
  const { site, sent, close } = await serve();
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 375, height: 812, deviceScaleFactor: 2, isMobile: true, hasTouch: true });
  await page.emulateCPUThrottling(slowdown);
  const began = performance.now();
  const now = () => ({
    kB: sent.bytes / 1000,
    files: sent.files,
    seconds: (performance.now() - began) / 1000,
  });
  await page.goto(`${site}#/${name}`, { waitUntil: "domcontentloaded", timeout: longest });
  await page.waitForSelector("main svg, main canvas", { visible: true, timeout: longest });
  const figure = now();
  let step = null;
  if (pages[name] !== null) {
    const { press, says } = pages[name];
    const button = await page.waitForSelector(`::-p-xpath(//button[normalize-space()="${press}"])`, {
      timeout: longest,
    });
    await button.evaluate((found) => found.click());
    await page.waitForFunction(
      (pattern) => new RegExp(pattern).test(document.querySelector("p.status")?.textContent ?? ""),
      { timeout: longest, polling: 50 },
      says.source,
    );
    step = now();
  }
  await context.close();
  close();
  return { figure, step };
}

const sentences = [
  "I love you",
  "Where is the train station?",
  "I don't know where my keys are.",
  "My brother is taller than me.",
  "We went to the beach yesterday.",
];

/** Seconds until the larger model has come and has started, milliseconds of each sentence, and the page's memory. */
async function measureLarger(browser) {
  const { site, close } = await serve();
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(longest);
  await page.emulateCPUThrottling(slowdown);
  await page.goto(`${site}#/opening`, { waitUntil: "domcontentloaded", timeout: longest });
  await page.waitForSelector("main svg", { visible: true, timeout: longest });
  const assets = readdirSync(join(dist, "assets"));
  const named = (pattern) => `assets/${assets.find((file) => pattern.test(file))}`;
  const files = { worker: named(/^worker-opening-.*\.js$/), weights: named(/^subwords-.*\.safetensors$/) };
  const found = await page.evaluate(
    async ({ worker, weights }, texts) => {
      // The worker's file, which finds in the window what it has in a worker: requests come, and answers go.
      const { addEventListener } = window;
      let ask;
      let answered;
      window.addEventListener = (type, listener) => {
        if (type === "message") ask = listener;
        else addEventListener.call(window, type, listener);
      };
      window.postMessage = (reply) => answered(reply);
      await import(new URL(worker, document.baseURI).href);
      const call = (name, value) =>
        new Promise((resolve, reject) => {
          answered = ({ answer, error }) =>
            error === undefined ? resolve(answer) : reject(new Error(error));
          ask({ data: { id: 0, name, ask: value } });
        });
      const began = performance.now();
      const bytes = new Uint8Array(await (await fetch(weights)).arrayBuffer());
      const come = performance.now();
      await call("open", bytes);
      const started = performance.now();
      const ms = [];
      for (const text of texts) {
        const from = performance.now();
        await call("answer", text);
        ms.push(performance.now() - from);
      }
      const memory = await performance.measureUserAgentSpecificMemory();
      return { come: come - began, start: started - come, ms, memory: memory.bytes };
    },
    files,
    sentences,
  );
  await context.close();
  close();
  return found;
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const cells = (all) =>
  all.includes(null)
    ? "– | –"
    : `${median(all.map(({ kB }) => kB)).toFixed(0)} kB in ${median(all.map(({ files }) => files))} files | ${median(all.map(({ seconds }) => seconds)).toFixed(1)} s`;

const browser = await puppeteer.launch({
  executablePath: findChromium(),
  headless: true,
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  if (values.larger) {
    const all = [];
    for (let round = 0; round < rounds; round++) all.push(await measureLarger(browser));
    const of = (pick) => median(all.map(pick));
    console.log(
      `fetched in ${(of(({ come }) => come) / 1000).toFixed(1)} s, started in ${(of(({ start }) => start) / 1000).toFixed(1)} s, ` +
        `${of(({ ms }) => median(ms)).toFixed(0)} ms a sentence (the slowest ${of(({ ms }) => Math.max(...ms)).toFixed(0)}), ` +
        `${(of(({ memory }) => memory) / 1e6).toFixed(0)} MB of memory`,
    );
  } else
    console.log(
      "| page | to the first figure | | to the first step of a training | |\n|---|---|---|---|---|",
    );
  for (const name of values.larger ? [] : values.page.length > 0 ? values.page : Object.keys(pages)) {
    const all = [];
    for (let round = 0; round < rounds; round++) all.push(await measure(browser, name));
    console.log(
      `| ${name} | ${cells(all.map(({ figure }) => figure))} | ${cells(all.map(({ step }) => step))} |`,
    );
  }
} finally {
  await browser.close();
}
