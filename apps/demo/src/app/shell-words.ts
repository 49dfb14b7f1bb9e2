import type { Dictionary } from "./words.ts";

const en = {
  tagline: "Attention, from tensors up",
  skip: "Skip to the page",
  pages: "Pages",
  language: "Language",
  theme: "Theme",
  themes: { auto: "Auto", light: "Light", dark: "Dark" },
  loading: "Loading this page's code…",
  loadFailed: "This page's code could not be loaded. Is the connection there?",
  pageFailed: "Something in this page failed. The other pages go on.",
  retry: "Try again",
  startAfresh: "Start this page afresh",
  details: "What was said",
  isolated: "Threads: available here",
  notIsolated:
    "Threads: not available here; everything runs on one. For threads, serve the page with the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp.",
  footer: "Everything runs in this tab. Nothing is sent anywhere.",
};

const zh: typeof en = {
  tagline: "从张量开始的注意力",
  skip: "跳到正文",
  pages: "页面",
  language: "语言",
  theme: "主题",
  themes: { auto: "自动", light: "浅色", dark: "深色" },
  loading: "正在载入本页代码……",
  loadFailed: "本页的代码无法载入。网络是否连通？",
  pageFailed: "本页出错了，其他页面不受影响。",
  retry: "重试",
  startAfresh: "重新开始本页",
  details: "错误信息",
  isolated: "多线程：此处可用",
  notIsolated:
    "多线程：此处不可用，所有计算在单线程上运行。若要启用，请在服务器上加入响应头 Cross-Origin-Opener-Policy: same-origin 与 Cross-Origin-Embedder-Policy: require-corp。",
  footer: "一切都在本标签页中运行，不向任何地方发送数据。",
};

export const shellWords: Dictionary<typeof en> = { en, zh };
