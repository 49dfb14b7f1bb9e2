/** Okabe and Ito's palette without its yellow, which is too faint on white. */
export const seriesColors: readonly string[] = [
  "#0072b2",
  "#d55e00",
  "#009e73",
  "#cc79a7",
  "#e69f00",
  "#56b4e9",
  "#000000",
];

/** The fill of a cell that holds no finite number. */
export const noValueColor = "#e3ddd0";
export const ink = "#262626";
export const hairline = "#b8b8b8";

/** The same on a dark ground. */
export const darkNoValue = "#57534a";
/** The ground and the text of a file on dark paper. */
export const darkPaper = "#17181b";
export const darkInk = "#e9e7e2";
