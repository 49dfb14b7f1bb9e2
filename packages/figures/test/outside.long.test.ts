import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

const home = fileURLToPath(new URL("..", import.meta.url));
const cdn = "https://cdn.jsdelivr.net/npm/@saccade/figures/dist";
const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const inChromium = test.skipIf(!existsSync(executablePath));
/** A build of its own, of a copy with one figure more: others read or write `dist` at the same time. */
const copy = mkdtempSync(join(tmpdir(), "saccade-figures-"));
const built = join(copy, "dist");
/** All that a contributor writes for a figure. */
const newFigure = {
  "figure.tsx": `import type { JSX } from "preact";
    import type { FigureProps } from "../index.ts";
    import type en from "./en.json";
    export const Figure = ({ t }: FigureProps<typeof en>): JSX.Element => <figure>{t.hello}, {t.reader}</figure>;`,
  "en.json": '{ "hello": "Hello", "reader": "reader" }',
  "zh.json": '{ "hello": "你好" }',
};
const types: Readonly<Record<string, string>> = { ".js": "text/javascript", ".html": "text/html" };

/** The page of the README, and others, from a server of their own. */
const pages = new Map<string, string>();
let figures: string;
let site: string;
let browser: Browser;
const servers: Server[] = [];

async function serve(answer: (path: string) => { text: string; type: string; policy?: string } | null) {
  const server = createServer((request, response) => {
    const found = answer(new URL(request.url ?? "", "http://localhost").pathname);
    response.writeHead(found === null ? 404 : 200, {
      "access-control-allow-origin": "*",
      "content-type": found?.type ?? "text/plain",
      ...(found?.policy === undefined ? {} : { "content-security-policy": found.policy }),
    });
    response.end(found?.text);
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  if (!existsSync(executablePath)) return;
  for (const name of ["src", "package.json"]) cpSync(join(home, name), join(copy, name), { recursive: true });
  symlinkSync(join(home, "node_modules"), join(copy, "node_modules"));
  const config = { extends: join(home, "../../tsconfig.check.json"), include: ["src"] };
  writeFileSync(join(copy, "tsconfig.json"), JSON.stringify(config));
  mkdirSync(join(copy, "src/in-three-files"));
  for (const [name, text] of Object.entries(newFigure))
    writeFileSync(join(copy, "src/in-three-files", name), text);
  const vite = join(home, "node_modules/vite/bin/vite.js");
  execFileSync(
    process.execPath,
    [vite, "build", "--logLevel=warn", `--config=${join(home, "vite.config.ts")}`],
    {
      cwd: copy,
    },
  );
  figures = await serve((path) => {
    const file = join(built, path);
    return existsSync(file) ? { text: readFileSync(file, "utf8"), type: types[extname(file)] ?? "" } : null;
  });
  site = await serve((path) => {
    const text = pages.get(path);
    // Nothing but scripts of the figures' server: no styles, no images, no connections, no `eval`.
    return text === undefined
      ? null
      : {
          ...{ text, type: types[extname(path)] ?? "text/html" },
          policy: `default-src 'none'; script-src 'self' ${figures}`,
        };
  });
  browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu"],
  });
}, 300_000);

afterAll(async () => {
  await browser?.close();
  for (const server of servers) server.close();
  rmSync(copy, { recursive: true });
});

afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

/** Waits until a viewer of weights says something. */
async function says(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.locator("saccade-attention .says").textContent()).toContain(text);
}

/** Opens a page with a body; its errors, refusals of its policy among them, gather in a list. */
async function open(body: string, head = "", hasScript = true): Promise<{ page: Page; problems: string[] }> {
  const script = hasScript ? `<script type="module" src="${figures}/saccade-figures.js"></script>` : "";
  pages.set("/page", `<!doctype html><html lang="en"><title>A page</title>${head}${script}${body}`);
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(String(error)));
  await page.goto(`${site}/page`);
  return { page, problems };
}

inChromium("the page of the README shows a figure and weights", async () => {
  const readme = readFileSync(join(home, "README.md"), "utf8");
  const text = /```html\n(<!doctype.*?)```/s.exec(readme)?.[1] ?? "";
  expect(text.split(cdn).length).toBe(2);
  pages.set("/readme", text.replace(cdn, figures));
  const page = await browser.newPage();
  await page.goto(`${site}/readme`);
  await page.locator("saccade-figure figure").waitFor();
  await page.locator("saccade-attention").scrollIntoViewIfNeeded();
  await says(page, "“sat” looks at “cat”");
  await seen(page, "html");
});

inChromium(
  "a figure stands twice on a page of another server with a strict policy, each with its own state",
  async () => {
    const figure = '<saccade-figure name="query-key-value"></saccade-figure>';
    const { page, problems } = await open(figure + figure.replace(">", ' lang="zh" theme="dark">'));
    const [first, second] = [page.locator("saccade-figure").nth(0), page.locator("saccade-figure").nth(1)];
    await first.locator("figure").waitFor();
    await second.scrollIntoViewIfNeeded();
    await expect.poll(() => second.locator("figcaption").textContent()).toContain("猫");
    await first.getByText("licks", { exact: true }).first().click();
    await expect.poll(() => first.locator("figcaption").textContent()).toContain("licks");
    expect(await second.locator("figcaption").textContent()).toContain("它的");
    // The figures' styles reach them, and leave the page's own.
    const paper = (one: typeof first) =>
      one.locator(".frame").evaluate((frame) => getComputedStyle(frame).backgroundColor);
    expect(await paper(first)).toBe("rgb(252, 252, 250)");
    expect(await paper(second)).toBe("rgb(23, 23, 22)");
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("normal");
    expect(problems).toEqual([]);
  },
);

/** A block of the README in a language, with a text in it; its script comes from here. */
function snippet(language: string, text: string): string {
  const blocks = readFileSync(join(home, "README.md"), "utf8").split("```");
  const found = blocks.find((block) => block.startsWith(`${language}\n`) && block.includes(text))!;
  return found.slice(language.length + 1).replaceAll(cdn, figures);
}

/** Writes what a host shows to a folder, for a person to look at: SCREENSHOTS=folder. */
async function seen(page: Page, host: string): Promise<void> {
  const folder = process.env["SCREENSHOTS"];
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${host}.png`) });
}

// The hosts' own libraries are not here: each page has the structure that its host gives, and does with the snippet what it does.
inChromium("in a slide of reveal.js, a figure keeps the keys that it answers to", async () => {
  const { page } = await open(`<div class="reveal"><div class="slides">${snippet("html", "<section>")}
    <section hidden>The next slide</section></div></div>`);
  await page.evaluate(() => {
    document.addEventListener("keydown", ({ key }) => {
      if (key !== "ArrowRight") return;
      for (const slide of document.querySelectorAll("section")) slide.hidden = !slide.hidden;
    });
  });
  await page.locator("saccade-figure input[value='2']").press("ArrowRight");
  expect(await page.locator("saccade-figure").isVisible()).toBe(true);
  await seen(page, "reveal");
  await page.keyboard.press("Tab");
  await page.evaluate(() => document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" })));
  expect(await page.locator("saccade-figure").isVisible()).toBe(false);
});

inChromium("the output of a notebook's cell draws the weights that Python wrote into it", async () => {
  const html = /HTML\(f"""\n([\s\S]*?)"""\)/.exec(snippet("python", "IPython"))![1]!;
  const tokens = JSON.stringify(["I", " don't"]).replaceAll('"', "&quot;").replaceAll("'", "&#x27;");
  const output = html
    .replace("{escape(json.dumps(tokens))}", tokens)
    .replace("{json.dumps(weights)}", "[[[[1.0, 0.0], [0.75, 0.25]]]]");
  expect(output).not.toMatch(/[{}]/);
  const { page, problems } = await open('<div class="jp-OutputArea"></div>', "", false);
  await page.evaluate((text) => {
    // Scripts of an output run, as JupyterLab has them run.
    const parts = document.createRange().createContextualFragment(text);
    document.querySelector(".jp-OutputArea")!.append(parts);
  }, output);
  await says(page, "“ don't” looks at “I” (75 %), “ don't” (25 %).");
  await seen(page, "jupyter");
  expect(problems).toEqual([]);
});

inChromium("cells of Observable load the script, a figure and an element with properties", async () => {
  const cells = snippet("javascript", "await import").trim().split("\n\n");
  expect(cells).toHaveLength(3);
  const { page } = await open('<main class="observablehq"></main>', "", false);
  const made = `{ raw }, ...values) => { const box = document.createElement("span"); box.innerHTML = String.raw({ raw }, ...values); return box.firstElementChild; }`;
  const module = cells
    .map((cell, i) => (i === 0 ? cell : `document.querySelector("main").append(${cell})`))
    .join(";\n");
  pages.set("/cells.js", `const html = (${made};\n${module}`);
  await page.addScriptTag({ url: "/cells.js", type: "module" });
  await page.locator("saccade-figure figure").waitFor();
  await says(page, "“b” looks at “b” (70 %), “a” (30 %).");
  await seen(page, "observable");
});

inChromium("queries of their own are the rows: cross-attention", async () => {
  const { page, problems } = await open(
    '<saccade-attention tokens="the cat sat" queries="le chat" weights="[[0.9,0.1,0],[0.1,0.8,0.1]]"></saccade-attention>',
  );
  const element = page.locator("saccade-attention");
  await says(page, "“chat” looks at “cat” (80 %), “the” (10 %), “sat” (10 %).");
  await element.locator("tbody tr").first().hover();
  await says(page, "“le” looks at “the” (90 %), “cat” (10 %).");
  expect(await element.locator("tbody td").count()).toBe(6);
  await seen(page, "cross-attention");
  expect(problems).toEqual([]);
});

inChromium("a figure in three files: its element and its texts come from its folder", async () => {
  const { page, problems } = await open(
    '<saccade-figure name="in-three-files"></saccade-figure><saccade-figure name="in-three-files" lang="zh"></saccade-figure>',
  );
  const texts = page.locator("saccade-figure figure");
  await expect.poll(() => texts.allTextContents()).toEqual(["Hello, reader", "你好, reader"]);
  expect(problems).toEqual([]);
});

inChromium("a figure that takes a sentence shows it", async () => {
  const { page } = await open('<saccade-figure name="one-sentence" sentence="a white cat"></saccade-figure>');
  await page.locator("saccade-figure figure").waitFor();
  expect(await page.locator("saccade-figure .written button").allTextContents()).toEqual([
    ...["un", "chat", "blanc", "<eos>"],
  ]);
});

inChromium("a figure that is removed is taken away, and comes back", async () => {
  const { page, problems } = await open('<saccade-figure name="bias">A bias moves scores.</saccade-figure>');
  await page.locator("saccade-figure figure").waitFor();
  const left = await page.evaluate(async () => {
    const figure = document.querySelector("saccade-figure")!;
    figure.remove();
    const parts = [...figure.shadowRoot!.children].map(({ localName }) => localName);
    document.body.append(figure);
    return parts;
  });
  expect(left).toEqual(["slot"]);
  await page.locator("saccade-figure figure").waitFor();
  expect(problems).toEqual([]);
});

inChromium("what is far down the page is not loaded", async () => {
  const far = '<saccade-figure name="bias"></saccade-figure>';
  const { page } = await open(`${"<p>A line.</p>".repeat(200)}${far}`);
  const loaded = () => page.evaluate(() => performance.getEntriesByType("resource").length);
  expect(await page.locator("saccade-figure figure").count()).toBe(0);
  const before = await loaded();
  await page.locator("saccade-figure").scrollIntoViewIfNeeded();
  await page.locator("saccade-figure figure").waitFor();
  expect(await loaded()).toBeGreaterThan(before);
});

inChromium("weights of one's own are drawn, by attributes or properties", async () => {
  const { page, problems } = await open(
    '<saccade-attention tokens="the cat sat" weights="[[[1,0,0],[0.5,0.5,0],[0.1,0.7,0.2]],[[1,0,0],[0,1,0],[0,0,1]]]"></saccade-attention>',
  );
  const element = page.locator("saccade-attention");
  await says(page, "“sat” looks at “cat” (70 %), “sat” (20 %), “the” (10 %).");
  await element.locator(".heads-grid button").nth(1).click();
  await says(page, "“sat” looks at “sat” (100 %).");
  await page.evaluate(() => {
    const attention = document.querySelector("saccade-attention")!;
    Object.assign(attention, {
      tokens: ["a", "b"],
      weights: [new Float32Array([1, 0]), new Float32Array([0.25, 0.75])],
    });
  });
  await says(page, "“b” looks at “b” (75 %), “a” (25 %).");
  expect(problems).toEqual([]);
});

inChromium.each([
  ['<saccade-figure name="query-key-valeu">', 'There is no figure "query-key-valeu"; there are '],
  ["<saccade-figure>", "name is missing; it is one of "],
  ['<saccade-figure name="bias" lang="fr">', 'lang is "fr"; figures are in en (English) and zh (Chinese).'],
  ['<saccade-figure name="bias" theme="blue">', 'theme is "blue"; it is light or dark'],
  ["<saccade-attention>", "tokens is missing"],
  ['<saccade-attention tokens="a b">', "weights is missing; it is [rows][columns]"],
  ['<saccade-figure name="bias" sentence="a cat">', 'sentence is "a cat", but "bias" takes none'],
  ['<saccade-figure name="one-sentence" sentence="a red cat">', 'sentence is "a red cat"; the network knows'],
  ['<saccade-figure name="masked-words" sentence="red cats">', 'sentence has "red"; the models know'],
  [
    '<saccade-attention tokens="a b" weights="[[1,0]]">',
    "weights has 1 rows; there are 2 tokens. Where rows",
  ],
  [
    '<saccade-attention tokens="a" queries="a b" weights="[[1]]">',
    "weights has 1 rows; there are 2 queries.",
  ],
  ['<saccade-attention tokens="a b" weights="[[1,0],[1]]">', "weights[1] has 1 columns; there are 2 tokens."],
  ['<saccade-attention tokens="a b" weights="[[1,0],[NaN,1]]">', "It has NaN or Infinity"],
  [
    '<saccade-attention tokens="a b" weights="[[1,0],[null,1]]">',
    "weights[1][0] is null; a weight is a number.",
  ],
  [
    '<saccade-attention tokens="a b" weights="[[1,0],[-1,2]]">',
    "weights[1][0] is -1; a weight is at least 0.",
  ],
  ['<saccade-attention tokens="a b" weights="[[3,0],[0,2]]">', "weights[0] adds up to 3.00;"],
  ['<saccade-attention tokens="a b" weights="[1,0]">', "weights has 1 dimensions; it is [rows][columns]"],
])("%s says what is wrong", async (tag, message) => {
  const { page } = await open(tag);
  const alert = page.getByRole("alert");
  await alert.waitFor();
  expect(await alert.textContent()).toContain(message);
});
