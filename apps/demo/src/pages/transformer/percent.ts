/** A share as the texts write it; no line breaks it. */
export const percent = (share: number): string => `${Math.round(1000 * share) / 10}\u00a0%`;
