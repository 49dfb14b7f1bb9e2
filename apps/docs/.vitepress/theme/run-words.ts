const en = {
  stop: "Stop",
  running: "running…",
  nothing: "no output",
  atLine: (line: number, text: string): string => `line ${line}: ${text}`,
  tooMuch: (lines: number, characters: number): string =>
    `Stopped: a program may print ${lines.toLocaleString("en")} lines or ${characters.toLocaleString("en")} characters here.`,
};

export type RunWords = typeof en;

const zh: RunWords = {
  stop: "停止",
  running: "运行中…",
  nothing: "没有输出",
  atLine: (line, text) => `第 ${line} 行：${text}`,
  tooMuch: (lines, characters) =>
    `已停止：程序在这里最多可输出 ${lines.toLocaleString("en")} 行或 ${characters.toLocaleString("en")} 个字符。`,
};

/** The words of a place where a program runs. */
export function runWords(lang: string): RunWords {
  return lang.startsWith("zh") ? zh : en;
}
