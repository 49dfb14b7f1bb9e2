import type { Dictionary } from "../app/words.ts";

const en = {
  challenges: "Predict, then reveal",
  right: "Right.",
  wrong: "Not quite.",
  show: "Show me",
  saveAs: (title: string, format: string): string => `Save “${title}” as ${format}`,
  saveFailed: (title: string, reason: string): string =>
    `“${title}” could not be saved as an image: ${reason}`,
  noDrawing: "there is no drawing in it yet",
  savedRuns: "Saved runs in this browser",
  resume: "Resume this run",
  forget: "Delete this run",
  olderRuns: (count: number): string => `Older runs: ${count}`,
};

const zh: typeof en = {
  challenges: "先猜，再看",
  right: "答对了。",
  wrong: "不对。",
  show: "演示一下",
  saveAs: (title, format) => `将“${title}”保存为 ${format}`,
  saveFailed: (title, reason) => `“${title}”无法保存为图片：${reason}`,
  noDrawing: "图还没有画出来",
  savedRuns: "此浏览器中保存的训练",
  resume: "继续这次训练",
  forget: "删除这次训练",
  olderRuns: (count) => `更早的训练：${count} 次`,
};

export const uiWords: Dictionary<typeof en> = { en, zh };
