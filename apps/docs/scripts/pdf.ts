// Writes the book, or some chapters of it, as a PDF with an outline and links: pnpm docs:pdf [CHAPTER …] [--lang zh] [--out FILE]
// Build first (pnpm docs:build). Figures are printed in their first state.
import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "@playwright/test";
import { prefix } from "../.vitepress/pages.ts";
import { type PrintedPage, pagesOf, readArguments, settle, withBook, writeWhole } from "./book-pages.ts";

const { lang, names, out = `attention-from-tensors-up.${lang}.pdf` } = readArguments();
const chapters = pagesOf(names, lang);
const words = {
  en: { title: "Attention, from tensors up", by: "The book of Saccade", contents: "Contents" },
  zh: { title: "从张量开始学注意力", by: "Saccade 的书", contents: "目录" },
}[lang];

interface Section extends PrintedPage {
  readonly html: string;
}

/** A chapter as it opens: figures drawn, answers unfolded, canvases as pictures, addresses of headings its own. */
async function read(page: Page, name: string): Promise<string> {
  await settle(page);
  return page.evaluate(
    ({ name, printed }) => {
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
      // Links between its chapters become links within the file.
      for (const link of doc.querySelectorAll("a")) {
        const { origin, pathname, hash } = new URL(link.href);
        const to = /\/book\/([^/.]+)(?:\.html)?$/.exec(pathname)?.[1];
        if (origin !== location.origin) continue;
        if (to === undefined || !printed.includes(to)) link.removeAttribute("href");
        else link.setAttribute("href", `#${to}${hash === "" ? "" : `-${decodeURIComponent(hash.slice(1))}`}`);
      }
      return `<section class="chapter">${doc.innerHTML}</section>`;
    },
    { name, printed: chapters.map((chapter) => chapter.name) },
  );
}

async function readAll(context: BrowserContext, root: string): Promise<Section[]> {
  const page = await context.newPage();
  const sections: Section[] = [];
  for (const chapter of chapters) {
    await page.goto(root + chapter.address);
    sections.push({ ...chapter, html: await read(page, chapter.name) });
    console.log(`${sections.length} of ${chapters.length}: ${chapter.title}`);
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

await withBook(async (browser, root) => {
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
  writeWhole(out, bytes);
  console.log(`${out}: ${chapters.length} chapters, ${(bytes.length / 1e6).toFixed(1)} MB`);
});
