// Opens the built demo and docs in Firefox and in WebKit, where they are installed (Debian: firefox-esr; webkit2gtk-driver, xvfb):
// pnpm test:other-browsers, after pnpm build. The last line counts.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import puppeteer from "puppeteer-core";
import { freePort } from "./host.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const running = [];

function start(command, args) {
  // A separate process group, because xvfb-run starts programs that outlive it.
  const child = spawn(command, args, { cwd: root, stdio: "ignore", detached: true });
  running.push(child);
  return child;
}

/** Calls `look` until it gives something other than a falsy value, or throws. */
async function until(what, look, seconds = 60) {
  let last = "";
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await sleep(200)) {
    try {
      const found = await look();
      if (found) return found;
    } catch (error) {
      last = `: ${error.message}`;
    }
  }
  throw new Error(`not within ${seconds} s: ${what}${last}`);
}

const reached = (url) => until(`an answer from ${url}`, async () => (await fetch(url)) !== null);

async function serve(app) {
  const port = await freePort();
  start(process.execPath, [`apps/${app}/scripts/serve.mjs`, "--port", port]);
  const url = `http://localhost:${port}/`;
  await reached(url);
  return url;
}

// A browser: `goto`, `run` (the value of an expression in the page) and the page's errors so far.

async function firefox() {
  const executablePath = ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find((path) => existsSync(path));
  if (executablePath === undefined) return null;
  const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
  const page = await browser.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  return {
    goto: (url) => page.goto(url),
    run: (expression) => page.evaluate(expression),
    errors,
    close: () => browser.close(),
  };
}

async function webkit() {
  const binary = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";
  if (!["/usr/bin/WebKitWebDriver", "/usr/bin/xvfb-run", binary].every((path) => existsSync(path)))
    return null;
  const port = await freePort();
  start("xvfb-run", ["-a", "WebKitWebDriver", `--port=${port}`]);
  const driver = `http://127.0.0.1:${port}`;
  await reached(`${driver}/status`);
  const ask = async (path, body) => {
    const response = await fetch(`${driver}${path}`, body && { method: "POST", body: JSON.stringify(body) });
    const { value } = await response.json();
    if (value?.error) throw new Error(value.message);
    return value;
  };
  const options = { binary, args: ["--automation"] };
  const capabilities = { alwaysMatch: { browserName: "MiniBrowser", "webkitgtk:browserOptions": options } };
  const { sessionId } = await ask("/session", { capabilities });
  return {
    goto: (url) => ask(`/session/${sessionId}/url`, { url }),
    run: (expression) =>
      ask(`/session/${sessionId}/execute/sync`, { script: `return ${expression}`, args: [] }),
    errors: [], // WebDriver reports none: failures show in the page
    close: () => fetch(`${driver}/session/${sessionId}`, { method: "DELETE" }),
  };
}

const count = { passed: 0, failed: 0 };

async function check(browser, title, steps) {
  browser.errors.length = 0;
  try {
    await steps();
    if (browser.errors.length > 0) throw new Error(browser.errors.join("\n       "));
    count.passed++;
    console.log(`ok     ${title}`);
  } catch (error) {
    count.failed++;
    console.log(`FAILED ${title}\n       ${error.message}`);
  }
}

const text = (selector) => `document.querySelector(${JSON.stringify(selector)})?.textContent ?? ""`;

async function lookAt(name, browser, demo, docs) {
  await browser.goto(demo);
  const links = await until("the demo's menu", async () => {
    const found = await browser.run('[...document.querySelectorAll(".top nav a")].map((a) => a.href)');
    return found.length > 0 && found;
  });
  for (const link of links) {
    await check(browser, `${name}: demo ${new URL(link).hash}`, async () => {
      await browser.goto(`${demo}?at=${count.passed}${new URL(link).hash}`);
      await until("a heading", () => browser.run(text("h1")));
      await sleep(2000); // a page that fails does so while it loads
      const failure = await browser.run(text(".failure"));
      if (failure !== "") throw new Error(failure);
    });
  }
  await check(browser, `${name}: the translator trains to the end`, async () => {
    await browser.goto(`${demo}?train#/translator`);
    await until("Start", () =>
      browser.run(
        '[...document.querySelectorAll("button")].some((b) => b.textContent.trim() === "Start" && (b.click(), true))',
      ),
    );
    // Each step within a minute, however long they all take.
    for (let said = ""; !said.includes("Trained:"); ) {
      said = await until("another step", async () => {
        const now = await browser.run(text("p.status"));
        return now !== said && now;
      });
    }
  });
  await check(browser, `${name}: docs, the home page and a chapter's figures`, async () => {
    await browser.goto(docs);
    await until("the title", async () => (await browser.run(text("h1"))).includes("Saccade"));
    await browser.goto(`${docs}book/multi-head`);
    await until("the figures", () =>
      browser.run(
        '(() => { const all = [...document.querySelectorAll(".live-figure")]; all.find((f) => f.dataset.state !== "ready")?.scrollIntoView(); dispatchEvent(new Event("scroll")); return all.length > 0 && all.every((f) => f.dataset.state === "ready"); })()',
      ),
    );
  });
}

try {
  const [demo, docs] = await Promise.all(["demo", "docs"].map(serve));
  for (const [name, open] of Object.entries({ Firefox: firefox, WebKit: webkit })) {
    const browser = await open();
    if (browser === null) console.log(`skipped: ${name} is not installed.`);
    else {
      await lookAt(name, browser, demo, docs);
      await browser.close();
    }
  }
} finally {
  for (const { pid } of running) {
    try {
      process.kill(-pid);
    } catch {
      // It has ended.
    }
  }
}
console.log(`\n${count.passed} passed, ${count.failed} failed`);
process.exit(count.failed === 0 ? 0 : 1);
