// Starts the kernels in Node and in headless Chromium, behind bundlers and headers: pnpm test:browser.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { type Browser, chromium, type Page } from "playwright-core";
import { buildWithEsbuild, buildWithVite } from "./build.ts";
import type { Report } from "./pages/report.ts";
import { type Server, serve, type sites } from "./server.ts";

interface Case {
  readonly name: string;
  readonly site: keyof typeof sites;
  readonly page: string;
  readonly threads: number;
  /** What the note on threads must say. */
  readonly note: RegExp;
}

const two = /2 threads on shared memory/;

const cases: readonly Case[] = [
  {
    name: "a page that is not isolated trains on one thread and says which headers it lacks",
    site: "plain",
    page: "plain.html",
    threads: 1,
    note: /Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp/,
  },
  { name: "an isolated page trains on two", site: "isolated", page: "plain.html", threads: 2, note: two },
  { name: "and so does a Worker of it", site: "isolated", page: "in-worker.html", threads: 2, note: two },
  {
    name: "under worker-src 'self' a page trains on one thread and says what to do",
    site: "strict",
    page: "plain.html",
    threads: 1,
    note: /Content Security Policy refuses workers.*@saccade\/kernels-wasm\/worker/,
  },
  {
    name: "with the worker's file, on two",
    site: "strict",
    page: "served-worker.html",
    threads: 2,
    note: two,
  },
  { name: "and so with one that Vite found", site: "strict", page: "vite/index.html", threads: 2, note: two },
];

/** Chromium, as Debian installs it, unless CHROMIUM names another. */
const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const flags = [
  ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
];

let failed = 0;
let losses: readonly number[] | null = null;

function check(name: string, report: Report, { threads, note }: Pick<Case, "threads" | "note">): void {
  const problems: string[] = [];
  if ("error" in report) problems.push(report.error);
  else {
    if (report.threads !== threads) problems.push(`${report.threads} threads: ${report.threadsNote}`);
    if (!note.test(report.threadsNote)) problems.push(`the note says: ${report.threadsNote}`);
    if (!(report.losses.at(-1)! < report.losses[0]!)) problems.push(`losses ${report.losses.join(" ")}`);
  }
  console.log(`${problems.length === 0 ? "ok    " : "FAILED"} ${name}`);
  for (const problem of problems) console.log(`       ${problem}`);
  failed += Number(problems.length > 0);
}

/** One browser's losses are the same to the last bit on every page. */
function checkSame(name: string, report: Report): void {
  if ("error" in report) return;
  losses ??= report.losses;
  if (report.losses.every((loss, i) => loss === losses![i])) return;
  failed++;
  console.log(`FAILED ${name}: losses differ from those of the first page`);
}

async function inNode(folder: string): Promise<void> {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [join(folder, "node.mjs")], { timeout: 60_000 });
  check("a bundle in Node trains on two threads and ends", JSON.parse(stdout), { threads: 2, note: two });
}

/** What the page published: its title. A script of ours that waits there would be refused by a strict policy. */
async function reported(page: Page, messages: readonly string[]): Promise<Report> {
  for (const until = Date.now() + 60_000; Date.now() < until; await setTimeout(50)) {
    const title = await page.title();
    if (title !== "") return JSON.parse(title);
  }
  return { error: ["no report for 60 s", ...messages].join("\n       ") };
}

async function inBrowser(browser: Browser, server: Server): Promise<void> {
  for (const one of cases) {
    const page = await browser.newPage();
    const messages: string[] = [];
    page.on("console", (message) => messages.push(message.text()));
    page.on("pageerror", (error) => messages.push(String(error)));
    await page.goto(`${server.origin}/${one.site}/${one.page}`);
    const report = await reported(page, messages);
    check(one.name, report, one);
    checkSame(one.name, report);
    await page.close();
  }
}

const folder = await mkdtemp(join(tmpdir(), "saccade-hosts-"));
try {
  await buildWithEsbuild(folder);
  await inNode(folder);
  if (existsSync(executablePath)) {
    await buildWithVite(folder);
    const server = await serve(folder);
    const browser = await chromium.launch({ executablePath, args: flags });
    await inBrowser(browser, server).finally(async () => {
      await browser.close();
      server.close();
    });
  } else {
    console.log(`skip   pages: no Chromium at ${executablePath}; install it, or name one in CHROMIUM`);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = failed > 0 ? 1 : 0;
