// A plugin of Vite: each page of the app has an address that needs no script to say what it is, `translator/` and `zh/translator/`,
// for sites that show a link with its title and picture. A reader is led on to the app, with the state in the address.
import { readFileSync } from "node:fs";
import type { HtmlTagDescriptor, Plugin } from "vite";
import { type DemoPage, demoTitles } from "../../../packages/figures/src/walk/demo-titles.ts";

const languages = {
  en: { folder: "", home: "../", tag: "en" },
  zh: { folder: "zh/", home: "../../", tag: "zh-CN" },
};
type Language = keyof typeof languages;
const names = Object.keys(demoTitles) as DemoPage[];

// Sites want whole addresses; only who hosts the app knows them: SACCADE_SITE=https://…/demo/
const site = process.env["SACCADE_SITE"] ?? "";
if (site !== "" && !/^https?:\/\/.*\/$/.test(site))
  throw new Error(
    `SACCADE_SITE is the address of the app's folder, such as https://…/demo/, not ${JSON.stringify(site)}.`,
  );

/** The tags of a page's head; `home` leads from it to the app. */
function headOf(name: DemoPage, language: Language, home: string): HtmlTagDescriptor[] {
  const { title, lead } = JSON.parse(
    readFileSync(new URL(`../src/pages/${name}/messages/${language}.json`, import.meta.url), "utf8"),
  ) as Readonly<Record<string, string>>;
  if (title === undefined || lead === undefined)
    throw new Error(`${name}: its texts need a title and a lead`);
  const own = `${languages[language].folder}${name}/`;
  const properties: Record<string, string> = {
    "og:title": title,
    "og:description": lead,
    "og:image": `${site === "" ? home : site}cards/${name}.png`,
    "og:image:width": "1200",
    "og:image:height": "630",
    ...(site === "" ? {} : { "og:url": site + own }),
  };
  return [
    ...Object.entries(properties).map(([property, content]) => ({
      tag: "meta",
      attrs: { property, content },
    })),
    { tag: "meta", attrs: { name: "twitter:card", content: "summary_large_image" } },
    ...(site === "" ? [] : [{ tag: "link", attrs: { rel: "canonical", href: site + own } }]),
  ];
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

function htmlOf(name: DemoPage, language: Language): string {
  const { home, tag } = languages[language];
  const title = `${demoTitles[name][language]} · Saccade`;
  const tags = headOf(name, language, home).map(({ tag, attrs = {} }) => {
    const pairs = Object.entries(attrs).map(([key, value]) => `${key}="${escaped(String(value))}"`);
    return `    <${tag} ${pairs.join(" ")} />`;
  });
  return `<!doctype html>
<html lang="${tag}">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title}</title>
    <link rel="icon" href="${home}icon.svg" type="image/svg+xml" />
${tags.join("\n")}
  </head>
  <body>
    <main><h1><a href="${home}#/${name}${language === "zh" ? "?lang=zh" : ""}">${title}</a></h1></main>
    <script src="${home}page.js"></script>
  </body>
</html>
`;
}

export function sharedPages(): Plugin {
  return {
    name: "shared-pages",
    transformIndexHtml: () => headOf("opening", "en", "./"),
    generateBundle() {
      for (const language of ["en", "zh"] as const)
        for (const name of names) {
          const fileName = `${languages[language].folder}${name}/index.html`;
          this.emitFile({ type: "asset", fileName, source: htmlOf(name, language) });
        }
    },
  };
}
