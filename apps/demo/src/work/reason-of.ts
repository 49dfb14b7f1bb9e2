/** The reason of a failure, to be shown: a browser's errors may only have a name, such as when its storage is full. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
