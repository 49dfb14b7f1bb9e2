/** Bars in the figure of the next token. */
export const shownChoices = 10;
