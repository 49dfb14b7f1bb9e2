export function percent(part: number): string {
  return `${(100 * part).toFixed(part > 0 && part < 0.0995 ? 1 : 0)} %`;
}
