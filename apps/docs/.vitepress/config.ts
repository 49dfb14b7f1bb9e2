import { defaultClientConditions, defaultServerConditions } from "vite";
import { defineConfig, postcssIsolateStyles } from "vitepress";
import llmstxt from "vitepress-plugin-llms";
import { demo } from "../../demo/scripts/book.mjs";
import { demoOf } from "./demo.ts";
import { type Lang, prefix } from "./languages.ts";
import locales from "./locales.json" with { type: "json" };
import { extend, highlightOnce, markLongLines } from "./markdown.ts";
import { readingOrder, reference, sidebars } from "./pages.ts";
import { programs } from "./program.ts";
import { writeNamePages } from "./reference/build.ts";
import { frameScript, runner } from "./runner/plugin.ts";
import { hashOf, inlineScripts, pagePolicy } from "./runner/policy.ts";
import { ownSearch } from "./search/build.ts";
import { search } from "./search/config.ts";
import { slidesAddress } from "./slides-address.ts";
import { declarations } from "./types.ts";

// The development server takes the packages from source; the build takes what their package.json gives to users.
const source = "@saccade/source";
const dev = process.argv.includes("dev");

function nav(lang: Lang): { text: string; link: string; activeMatch: string; target?: string }[] {
  const { book, guide, reference: symbols, playground, demo: app } = locales[lang].nav;
  return [
    { text: book, link: `${prefix(lang)}/book/overview`, activeMatch: "/book/" },
    { text: guide, link: `${prefix(lang)}/guide/quick-start`, activeMatch: "/guide/" },
    ...(reference(lang) === null
      ? []
      : [{ text: symbols, link: `${prefix(lang)}/reference/`, activeMatch: `^${prefix(lang)}/reference/` }]),
    { text: playground, link: `${prefix(lang)}/playground`, activeMatch: "/playground" },
    // The demo is a separate app: the router ignores links with a target.
    { text: app, link: `/demo/#/?lang=${lang}`, activeMatch: "^$", target: "_self" },
  ];
}

/** VitePress gives its home and page layouts no main landmark. */
function withMain(html: string): string {
  return html.includes("<main") ? html : html.replace(' id="VPContent"', '$& role="main"');
}

/** The Content-Security-Policy of the built page. The development server injects its own scripts, so its pages have no policy. */
function withPolicy(html: string): string {
  const policy = pagePolicy([...inlineScripts(html), frameScript].map(hashOf));
  return html.replace(
    /<meta charset="utf-8">/,
    `$&\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`,
  );
}

export default defineConfig({
  title: "Saccade",
  description: "Attention, from tensors up, in TypeScript",
  cleanUrls: true,
  outDir: "./.vitepress/site",
  // To hold transitions back while the theme is set, a page would be laid out twice when it opens.
  appearance: { disableTransition: false },
  srcExclude: ["README.md", "code/**"],
  head: [
    ["link", { rel: "icon", href: "/icon.svg", type: "image/svg+xml" }],
    // Where slides are wanted, the page is not shown before they are made: theme/use-slides.ts.
    [
      "script",
      { id: "check-slides" },
      `${slidesAddress}.test(location.pathname+location.search)&&document.documentElement.classList.add("slides-on")`,
    ],
  ],
  markdown: {
    config: extend,
    shikiSetup: highlightOnce,
    codeTransformers: [markLongLines],
    snippet: { stripRegionMarkers: "all" },
    theme: { light: "github-light-high-contrast", dark: "github-dark" },
  },
  themeConfig: { search },
  // VitePress does not know the pages of names; test/site/links.site.ts follows the links to them.
  ignoreDeadLinks: [/^(\/zh)?\/(reference|source)\//, /^\/demo\//],
  locales: {
    root: {
      label: "English",
      lang: "en",
      themeConfig: { ...locales.en.theme, nav: nav("en"), sidebar: sidebars("en"), outline: [2, 3] },
    },
    zh: {
      label: "简体中文",
      lang: "zh-CN",
      description: "从张量到注意力，用 TypeScript 写成",
      themeConfig: {
        ...locales.zh.theme,
        outline: { level: [2, 3], label: locales.zh.outline },
        nav: nav("zh"),
        sidebar: sidebars("zh"),
      },
    },
  },
  transformPageData: ({ relativePath, frontmatter }) => {
    // The search has them, and no page shows them.
    const { keywords: _, ...shown } = frontmatter;
    const demo = demoOf(relativePath);
    return { frontmatter: demo === null ? shown : { ...shown, demo } };
  },
  transformHtml: (html) => withPolicy(withMain(html)),
  buildEnd: writeNamePages,
  vite: {
    plugins: [
      programs(),
      runner({ conditions: dev ? [source] : [] }),
      ...(dev ? [declarations(), demo()] : []),
      ownSearch(),
      // llms.txt and a Markdown file beside each English page, for readers that are programs.
      llmstxt({
        ignoreFiles: ["zh/**", "playground.md", "solutions.md", "reference/**", "README.md", "code/**"],
        sidebar: [...readingOrder],
      }),
    ],
    // What has the class "vp-raw", such as a figure, looks as it does elsewhere.
    css: { postcss: { plugins: [postcssIsolateStyles({ includeFiles: [/vp-doc\.css/] })] } },
    resolve: dev ? { conditions: [source, ...defaultClientConditions] } : {},
    ssr: dev ? { resolve: { conditions: [source, ...defaultServerConditions] } } : {},
    // Else a first visit would find them, and the page be loaded again. ">" leads from a package of the workspace to its own.
    optimizeDeps: {
      include: [
        ...["preact", "preact/hooks", "preact/jsx-dev-runtime", "@preact/signals"].map(
          (name) => `@saccade/figures > ${name}`,
        ),
        "@saccade/plot > d3-scale-chromatic",
      ],
    },
    // Programs print names of classes.
    worker: { format: "es", rolldownOptions: { output: { keepNames: true } } },
    build: {
      target: "es2022",
      chunkSizeWarningLimit: 4000,
      // How long plugins take depends on what else the machine does.
      rolldownOptions: { checks: { pluginTimings: false } },
    },
  },
});
