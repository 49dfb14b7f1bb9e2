import type { DefaultTheme } from "vitepress";

/** Search inside the site, without a service. Chinese has no spaces: its words are found by the host's segmenter. */
export const search: NonNullable<DefaultTheme.Config["search"]> = {
  provider: "local",
  options: {
    miniSearch: {
      // It is sent to the page as text, so it must not use anything outside itself.
      options: {
        tokenize: (text) =>
          Array.from(new Intl.Segmenter("zh", { granularity: "word" }).segment(text))
            .filter(({ isWordLike }) => isWordLike)
            .map(({ segment }) => segment),
      },
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
