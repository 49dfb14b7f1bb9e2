const words = {
  en: {
    slides: "Slides",
    chapter: "Chapter",
    previous: "Previous slide",
    next: "Next slide",
    print: "Print",
    place: (number: number, count: number) => `Slide ${number} of ${count}`,
  },
  zh: {
    slides: "幻灯片",
    chapter: "本章",
    previous: "上一张",
    next: "下一张",
    print: "打印",
    place: (number: number, count: number) => `第 ${number} 张，共 ${count} 张`,
  },
};

/** The words of the slides in a page's language. */
export function slideWords(lang: string): (typeof words)["en"] {
  return words[lang.startsWith("zh") ? "zh" : "en"];
}
