// A browser without module workers refuses them, or takes them for classic ones: Chrome's words, Firefox's and Safari's.
const noModules = /module scripts are not supported|outside (of )?a module|top level of a module/i;

/** The reason of a failure, to be shown: a browser's errors may only have a name, such as when its storage is full. */
export function reasonOf(error: unknown): string {
  const said = error instanceof Error ? error.message || error.name : String(error);
  return noModules.test(said)
    ? "this browser has no module workers, in which the page computes; use Chrome or Edge 80, Safari 15, Firefox 114, or newer"
    : said;
}
