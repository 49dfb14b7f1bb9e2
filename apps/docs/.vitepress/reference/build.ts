import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createMarkdownRenderer, type SiteConfig } from "vitepress";
import type { Lang } from "../languages.ts";
import { folders, readNames } from "./data.ts";
import { escapeHtml, type Rendered, renderNames } from "./render.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/**
 * Writes the pages of names. VitePress would bundle each as a module, render it twice and list it in what every page of the site
 * loads; there are 3,000. So it makes one page a language, template.md, in which each of them is put here.
 */
export async function writeNamePages({ srcDir, outDir, markdown, site, logger }: SiteConfig): Promise<void> {
  const md = await createMarkdownRenderer(srcDir, markdown, site.base, logger);
  for (const lang of ["en", "zh"] as const) {
    const names = readNames(lang);
    if (names.pages.length === 0) continue;
    const template = takeTemplate(outDir, folders[lang]);
    for await (const page of renderNames(names, md, folders[lang])) {
      const to = join(outDir, folders[lang], `${page.path}.html`);
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, fillIn(template, page, lang));
    }
  }
  writeSources(join(outDir, "source"));
}

/** The built template, which is no page of the site. */
function takeTemplate(outDir: string, folder: string): string {
  const file = join(outDir, folder, "template.html");
  const html = readFileSync(file, "utf8");
  rmSync(file);
  const own = new RegExp(
    `\\s*<link rel="modulepreload" href="[^"]*${folder.replace("/", "_")}_template[^"]*">`,
  );
  if (!own.test(html))
    throw new Error(`${file} does not load the module of its page: see reference/build.ts.`);
  return html.replace(own, "");
}

const other: Readonly<Record<Lang, Lang>> = { en: "zh", zh: "en" };

export function fillIn(template: string, page: Rendered, lang: Lang): string {
  const { facts, path, twin } = page;
  const text = (value: string): string => escapeHtml(value);
  const values: Readonly<Record<string, string>> = {
    "@@title@@": text(facts.title),
    "@@description@@": text(facts.description),
    "@@page@@": text(JSON.stringify(facts)),
    "@@content@@": page.html,
    "@@group@@": page.group,
    "@@previous@@": text(facts.previous.text),
    "@@next@@": text(facts.next.text),
    "/@@previous-link@@": facts.previous.link,
    "/@@next-link@@": facts.next.link,
    [`/${folders[other[lang]]}/template`]: `/${folders[other[lang]]}/${twin}`,
    [`/${folders[lang]}/template`]: `/${folders[lang]}/${path}`,
  };
  const filled = template.replaceAll(
    /\/?@@[a-z-]+@@|(?:\/zh)?\/reference\/template/g,
    (mark) => values[mark] ?? (mark.startsWith("/@@") ? `/${values[mark.slice(1)]}` : mark),
  );
  if (/@@[a-z-]+@@/.test(filled.replace(page.html, "")))
    throw new Error(`Something of the template is left in the page of ${path}: see reference/build.ts.`);
  return filled;
}

/** The sources to which the pages lead, as texts: they can be read in every clone and without a network. No page is of the figures. */
function writeSources(to: string): void {
  for (const name of readdirSync(join(root, "packages"))) {
    if (name === "figures") continue;
    const folder = join("packages", name, "src");
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })) {
      if (/\.tsx?$/.test(file)) cpSync(join(root, folder, file), join(to, folder, `${file}.txt`));
    }
  }
}
