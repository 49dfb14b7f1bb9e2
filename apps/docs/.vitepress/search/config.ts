import { fileURLToPath } from "node:url";
import type { DefaultTheme } from "vitepress";
import locales from "../locales.json" with { type: "json" };
import { inEnglish } from "../untranslated.ts";
import { pages, split } from "./sections.ts";

const docs = fileURLToPath(new URL("../..", import.meta.url));

/** Search inside the site, without a service. */
export const search: NonNullable<DefaultTheme.Config["search"]> = {
  provider: "local",
  options: {
    // VitePress renders each page here. Nothing of it goes into VitePress's own index: see build.ts.
    async _render(file, env, md) {
      // There is no file of a page that waits for a translator.
      const source = file || inEnglish(docs, env.relativePath.replace(/^zh\/|\.md$/g, ""));
      const html = await md.renderAsync(source, env);
      const address = `/${env.relativePath.replace(/(^index)?\.md$/, "")}`;
      const { search, keywords } = env.frontmatter ?? {};
      if (search !== false) pages.set(address, split(address, html, String(keywords ?? "")));
      return "";
    },
    locales: { zh: { translations: locales.zh.search } },
  },
};
