import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { createMarkdownRenderer, type SiteConfig } from "vitepress";
import { folders, readNames } from "./data.ts";
import { escapeHtml, renderName } from "./render.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** The development server's replies where the built site has a file: the content of a name's page, and sources. */
export function serveNames(): Plugin {
  return {
    name: "saccade-reference",
    apply: "serve",
    configureServer({ middlewares, config }) {
      const { vitepress } = config as { vitepress?: SiteConfig };
      middlewares.use("/@names", (request, response, next) => {
        contentOf(new URL(request.url ?? "/", "http://a.invalid").pathname, vitepress).then((html) => {
          response.statusCode = html === null ? 404 : 200;
          response.setHeader("Content-Type", "text/html; charset=utf-8");
          response.end(html ?? "");
        }, next);
      });
      middlewares.use("/source/", (request, response, next) => {
        const path = /^\/?(packages\/[\w-]+\/src\/[\w/-]+\.tsx?)\.txt$/.exec(request.url ?? "")?.[1];
        if (path === undefined) return next();
        response.setHeader("Content-Type", "text/plain; charset=utf-8");
        response.end(readFileSync(`${root}${path}`));
      });
    },
  };
}

async function contentOf(address: string, config: SiteConfig | undefined): Promise<string | null> {
  const lang = address.startsWith("/zh/") ? "zh" : "en";
  const names = readNames(lang);
  const page = names.pages.find(({ path }) => `/${folders[lang]}/${path}` === address);
  if (page === undefined || config === undefined) return null;
  const md = await createMarkdownRenderer(config.srcDir, config.markdown, config.site.base, config.logger);
  const { facts, html, group } = await renderName(page, names, md, folders[lang]);
  const said = escapeHtml(JSON.stringify(facts));
  return `<div class="reference-group">${group}</div><div class="reference-name" data-page="${said}">${html}</div>`;
}
