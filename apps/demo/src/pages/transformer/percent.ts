/** A share as the texts write it. */
export const percent = (share: number): string => `${Math.round(1000 * share) / 10} %`;
