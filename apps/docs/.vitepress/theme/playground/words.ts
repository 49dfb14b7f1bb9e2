const en = {
  editor: "Program in TypeScript",
  run: "Run (Ctrl Enter)",
  stop: "Stop",
  reset: "Undo my changes",
  share: "Copy link",
  output: "Output",
  loading: "Loading the editor…",
  running: "running…",
  nothing: "no output",
  restored: "Your last changes to this program are back.",
  notKept: "This browser keeps nothing: copy a link before you leave.",
  copied: "The link is copied.",
  inAddress: "The link is in the address bar.",
};

const zh: typeof en = {
  editor: "TypeScript 程序",
  run: "运行（Ctrl Enter）",
  stop: "停止",
  reset: "撤销我的修改",
  share: "复制链接",
  output: "输出",
  loading: "正在加载编辑器…",
  running: "运行中…",
  nothing: "没有输出",
  restored: "已恢复你上次对这个程序的修改。",
  notKept: "此浏览器无法保存修改，离开前请复制链接。",
  copied: "链接已复制。",
  inAddress: "链接已在地址栏中。",
};

export function wordsOf(lang: string): typeof en {
  return lang.startsWith("zh") ? zh : en;
}
