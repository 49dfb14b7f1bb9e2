import type { Dictionary } from "./words.ts";

const en = {
  tagline: "Attention, from tensors up",
  skip: "Skip to content",
  pages: "Pages",
  language: "Language",
  theme: "Theme",
  themes: { auto: "Auto", light: "Light", dark: "Dark" },
  loading: "Loading the page…",
  loadFailed: "This page could not be loaded. Check your connection.",
  pageFailed: "An error occurred in this page. Other pages are not affected.",
  unknownPage: (name: string, shown: string): string =>
    `There is no page “${name}”. This is “${shown}”; the others are in the menu.`,
  unreadableAddress: (shown: string): string =>
    `The address could not be read. This is “${shown}”; the other pages are in the menu.`,
  unknownSetting: (name: string): string =>
    `The address has a setting “${name}”, which this page does not have.`,
  badSetting: (name: string, value: string): string =>
    `The address sets “${name}” to “${value}”, which is not possible here; the page uses its own value.`,
  undo: "Undo (Ctrl+Z)",
  copyLink: "Copy link",
  linkCopied: "Link copied. It opens this page with these settings.",
  linkToCopy: (address: string): string => `This browser does not let the page copy. The link: ${address}`,
  present: "Present",
  presenting: "Presenting",
  pageOf: (here: number, all: number): string => `${here} of ${all}`,
  figureOf: (here: number, all: number): string => `figure ${here} of ${all}`,
  presenterKeys: "Page Up and Page Down: through the figures, and on to the next page",
  wholePage: "Whole page",
  endPresenting: "End",
  close: "Close",
  retry: "Try again",
  startAfresh: "Restart this page",
  details: "Error message",
  isolated: "Threads: available",
  notIsolated:
    "Threads: not available; everything runs on one thread. To enable threads, serve the page with the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp.",
  inBook: "In the book:",
  footer: "Everything runs in this tab. No data is sent.",
};

const zh: typeof en = {
  tagline: "从张量开始构建注意力",
  skip: "跳到正文",
  pages: "页面",
  language: "语言",
  theme: "主题",
  themes: { auto: "自动", light: "浅色", dark: "深色" },
  loading: "正在加载页面……",
  loadFailed: "页面加载失败。请检查网络连接。",
  pageFailed: "本页出错了，其他页面不受影响。",
  unknownPage: (name, shown) => `没有名为“${name}”的页面。现在显示的是“${shown}”，其他页面见菜单。`,
  unreadableAddress: (shown) => `无法识别该地址。现在显示的是“${shown}”，其他页面见菜单。`,
  unknownSetting: (name) => `地址中的设置“${name}”在本页不存在。`,
  badSetting: (name, value) => `地址将“${name}”设为“${value}”，本页无法使用，已改用默认值。`,
  undo: "撤销（Ctrl+Z）",
  copyLink: "复制链接",
  linkCopied: "链接已复制，打开后即是本页当前的设置。",
  linkToCopy: (address) => `浏览器不允许本页写入剪贴板。链接：${address}`,
  present: "演示模式",
  presenting: "演示",
  pageOf: (here, all) => `第 ${here} 页，共 ${all} 页`,
  figureOf: (here, all) => `第 ${here} 幅图，共 ${all} 幅`,
  presenterKeys: "Page Up 与 Page Down：依次查看各图，然后翻到下一页",
  wholePage: "整页",
  endPresenting: "退出",
  close: "关闭",
  retry: "重试",
  startAfresh: "重新加载本页",
  details: "错误信息",
  isolated: "多线程：可用",
  notIsolated:
    "多线程：不可用，所有计算在单线程上运行。若要启用，请在服务器上配置响应头 Cross-Origin-Opener-Policy: same-origin 与 Cross-Origin-Embedder-Policy: require-corp。",
  inBook: "对应的教程：",
  footer: "所有计算都在本标签页中进行，不发送任何数据。",
};

export const shellWords: Dictionary<typeof en> = { en, zh };
