import type { DefaultTheme } from "vitepress";
import { searchable } from "./names.ts";

/**
 * Search inside the site, without a service. Chinese has no spaces: its words are found by the host's segmenter. A name with dots
 * is found whole and by what stands behind each dot: `torch.nn.Linear`, `nn.Linear`, `Linear`. A short word is found as it is
 * written: "nan" is not "an". Functions are sent to the page as text, so they must not use anything outside themselves.
 */
export const search: NonNullable<DefaultTheme.Config["search"]> = {
  provider: "local",
  options: {
    miniSearch: {
      searchOptions: {
        fuzzy: (term) => (term.length > 4 ? 0.2 : false),
        // What users import stands before what authors of backends and ops import, whose titles begin with its entry.
        boostDocument: (_id, _term, stored) =>
          [stored?.["title"], stored?.["titles"]]
            .flat()
            .some((title) => /^@saccade\/\S+\/\S+: /.test(String(title)))
            ? 0.2
            : 1,
      },
      options: {
        tokenize: (text) =>
          Array.from(new Intl.Segmenter("zh", { granularity: "word" }).segment(text))
            .filter(({ isWordLike }) => isWordLike)
            .flatMap(({ segment }) => {
              const parts = segment.split(".");
              return parts.map((_, i) => parts.slice(i).join("."));
            }),
      },
    },
    async _render(source, env, md) {
      const html = await md.renderAsync(source, env);
      return env.frontmatter?.["search"] === false ? "" : searchable(env.relativePath, html);
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
