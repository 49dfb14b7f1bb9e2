/** Why something failed, to be shown: a browser's errors may have a name alone, as when its storage is full. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
