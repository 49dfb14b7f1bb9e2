import { fileURLToPath } from "node:url";
import type { DefaultTheme } from "vitepress";
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
    locales: {
      zh: {
        translations: {
          button: { buttonText: "搜索", buttonAriaLabel: "搜索" },
          modal: {
            displayDetails: "显示详细列表",
            resetButtonTitle: "清除",
            backButtonTitle: "关闭搜索",
            noResultsText: "没有找到",
            footer: {
              selectText: "选择",
              selectKeyAriaLabel: "回车",
              navigateText: "切换",
              navigateUpKeyAriaLabel: "上箭头",
              navigateDownKeyAriaLabel: "下箭头",
              closeText: "关闭",
              closeKeyAriaLabel: "Esc",
            },
          },
        },
      },
    },
  },
};
