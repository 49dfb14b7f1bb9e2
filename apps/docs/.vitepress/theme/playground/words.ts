const en = {
  editor: "Program in TypeScript",
  run: "Run (Ctrl Enter)",
  reset: "Undo my changes",
  share: "Copy link",
  output: "Output",
  check: "Check",
  solved: "Solved.",
  showSolution: "Show solution",
  hideSolution: "Hide solution",
  solution: "Solution",
  mayLook: "Two tries: “Show solution” is there now.",
  toChapter: "Back to the chapter",
  loading: "Loading the editor…",
  restored: "Your last changes to this program are back.",
  notKept: "This browser keeps nothing: copy a link before you leave.",
  copied: "The link is copied.",
  inAddress: "The link is in the address bar.",
  tooLarge: (most: string) => `A link carries at most ${most}, and this program is larger.`,
  fromLink:
    "This program came with the link, and nobody has checked it. It runs in a sandbox: it cannot use the network or read anything that this site stores. Your changes to it are not kept.",
  leaveLink: (file: string) => `Open ${file} instead`,
  damaged: "The program in this link is cut or damaged; ask for the link again.",
  large: (most: string) =>
    `The program in this link is larger than ${most}, the most that a link may carry; ask for its file.`,
  unknown: (file: string) => `There is no program “${file}” here.`,
};

const zh: typeof en = {
  editor: "TypeScript 程序",
  run: "运行（Ctrl Enter）",
  reset: "撤销我的修改",
  share: "复制链接",
  output: "输出",
  check: "检查",
  solved: "已解出。",
  showSolution: "查看解答",
  hideSolution: "收起解答",
  solution: "解答",
  mayLook: "已试过两次，现在可以“查看解答”。",
  toChapter: "返回本章",
  loading: "正在加载编辑器…",
  restored: "已恢复你上次对这个程序的修改。",
  notKept: "此浏览器无法保存修改，离开前请复制链接。",
  copied: "链接已复制。",
  inAddress: "链接已在地址栏中。",
  tooLarge: (most) => `链接最多能携带 ${most}，这个程序超出了上限。`,
  fromLink:
    "这个程序来自链接，未经本站检查。它在沙箱中运行，无法访问网络，也无法访问本站保存的任何数据。对它的修改不会保存。",
  leaveLink: (file) => `改为打开 ${file}`,
  damaged: "链接中的程序不完整或已损坏，请重新索取链接。",
  large: (most) => `链接中的程序超过了 ${most} 的上限，请索取程序文件。`,
  unknown: (file) => `这里没有程序“${file}”。`,
};

export function wordsOf(lang: string): typeof en {
  return lang.startsWith("zh") ? zh : en;
}
