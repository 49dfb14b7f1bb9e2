/**
 * A number of at most two decimals, with a comma before each three digits, as English and Chinese write it.
 * Not by Intl: its first use in a page takes 15 ms, which is a long task on a slow machine.
 */
export function grouped(value: number): string {
  return String(value).replace(/\d(?=(\d{3})+(\.|$))/g, "$&,");
}

/** A share in percent, with one decimal where it is small. */
export function percent(share: number): string {
  return `${(100 * share).toFixed(share > 0 && share < 0.0995 ? 1 : 0)} %`;
}
