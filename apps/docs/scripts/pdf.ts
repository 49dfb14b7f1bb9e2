// Writes the book as a PDF, with an outline and links: pnpm docs:pdf [--lang zh] [--out FILE]
// Build first (pnpm docs:build). The figures stand as they open.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { findChromium, serveOn } from "@saccade/e2e/host";
import { launchOptions } from "@saccade/e2e/launch";
import { bookParts, type Lang, prefix } from "../.vitepress/pages.ts";

const { values } = parseArgs({
  options: { lang: { type: "string", default: "en" }, out: { type: "string" } },
});
if (values.lang !== "en" && values.lang !== "zh")
  throw new Error(`--lang ${values.lang}: the book is in en and in zh.`);
const lang: Lang = values.lang;
const out = values.out ?? `attention-from-tensors-up.${lang}.pdf`;
const words = {
  en: { title: "Attention, from tensors up", by: "The book of Saccade", contents: "Contents" },
  zh: { title: "从张量开始学注意力", by: "Saccade 的书", contents: "目录" },
}[lang];

interface Section {
  readonly part: string;
  readonly name: string;
  readonly title: string;
  readonly html: string;
}

const chapters = bookParts.flatMap(({ title, pages }) =>
  Object.entries(pages).map(([path, name]) => ({ part: title[lang], path, title: name[lang] })),
);

/** A chapter as it opens: figures drawn, answers unfolded, canvases as pictures, addresses of headings its own. */
async function read(page: Page, path: string): Promise<string> {
  for (const figure of await page.locator(".live-figure").all()) {
    await figure.scrollIntoViewIfNeeded();
    // A figure is a picture until its reader does something.
    await page.waitForFunction(
      (one) => {
        dispatchEvent(new Event("scroll"));
        return one?.dataset["state"] === "ready";
      },
      await figure.elementHandle(),
    );
  }
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))),
  );
  return page.evaluate(
    ({ name, from }) => {
      const doc = document.querySelector(".vp-doc > div")!;
      for (const canvas of doc.querySelectorAll("canvas")) {
        const picture = new Image();
        picture.src = canvas.toDataURL();
        picture.style.width = `${canvas.clientWidth}px`;
        canvas.replaceWith(picture);
      }
      for (const input of doc.querySelectorAll("input")) input.setAttribute("value", input.value);
      for (const box of doc.querySelectorAll("details")) box.open = true;
      for (const heading of doc.querySelectorAll(":is(h1, h2, h3)[id]")) heading.id = `${name}-${heading.id}`;
      doc.querySelector("h1")!.id = name;
      // Links within the book become links within the file.
      for (const link of doc.querySelectorAll("a")) {
        const { origin, pathname, hash } = new URL(link.href);
        const to = /\/book\/([^/.]+)(?:\.html)?$/.exec(pathname)?.[1];
        if (origin !== location.origin) continue;
        if (to === undefined) link.removeAttribute("href");
        else link.setAttribute("href", `#${to}${hash === "" ? "" : `-${decodeURIComponent(hash.slice(1))}`}`);
      }
      return `<section class="chapter" data-from="${from}">${doc.innerHTML}</section>`;
    },
    { name: nameOf(path), from: path },
  );
}

const nameOf = (path: string): string => path.replace(/^book\//, "");

async function readAll(context: BrowserContext, root: string): Promise<Section[]> {
  const page = await context.newPage();
  const sections: Section[] = [];
  for (const { part, path, title } of chapters) {
    await page.goto(`${root}${prefix(lang)}/${path}`);
    sections.push({ part, name: nameOf(path), title, html: await read(page, path) });
    console.log(`${sections.length} of ${chapters.length}: ${title}`);
  }
  return sections;
}

/** A title page and the contents, a list for each part. */
function front(sections: readonly Section[]): string {
  const parts = [...new Set(sections.map(({ part }) => part))].map((part) => {
    const items = sections
      .filter((section) => section.part === part)
      .map(({ name, title }) => `<li><a href="#${name}">${title}</a></li>`);
    return `<p>${part}</p><ul>${items.join("")}</ul>`;
  });
  return `<section class="front"><h1>${words.title}</h1><p>${words.by}</p></section>
    <section class="contents"><h1>${words.contents}</h1>${parts.join("")}</section>`;
}

process.env["CHROMIUM"] = findChromium();
const { root, end } = await serveOn(new URL("./serve.mjs", import.meta.url));
const browser = await chromium.launch({ ...launchOptions, executablePath: findChromium() });
try {
  // Its own style sheet is not one that the site's policy allows.
  const context = await browser.newContext({ viewport: { width: 760, height: 1000 }, bypassCSP: true });
  const sections = await readAll(context, root);
  const page = await context.newPage();
  await page.goto(`${root}${prefix(lang)}/book/overview`);
  await page.emulateMedia({ media: "print", colorScheme: "light" });
  await page.evaluate(
    ({ html, title }) => {
      document.title = title;
      document.body.innerHTML = `<main class="vp-doc">${html}</main>`;
    },
    { html: front(sections) + sections.map(({ html }) => html).join(""), title: words.title },
  );
  await page.addStyleTag({ content: readFileSync(new URL("./pdf.css", import.meta.url), "utf8") });
  const bytes = await page.pdf({
    format: "A4",
    margin: { top: "20mm", bottom: "22mm", left: "20mm", right: "20mm" },
    outline: true,
    tagged: true,
    printBackground: true,
    displayHeaderFooter: true,
    headerTemplate: "<span></span>",
    footerTemplate:
      '<p style="width:100%;margin:0;text-align:center;font:9px sans-serif"><span class="pageNumber"></span></p>',
  });
  writeFileSync(`${out}.part`, bytes);
  renameSync(`${out}.part`, out);
  console.log(`${out}: ${chapters.length} chapters, ${(bytes.length / 1e6).toFixed(1)} MB`);
} finally {
  await browser.close();
  end();
}
