const longestHash = 20_000;
const form = /^#?\/?([a-z0-9-]*)(?:\?(.*))?$/s;

/** Where the reader is: a page and what the address says about its settings. */
export interface Place {
  readonly page: string;
  readonly params: ReadonlyMap<string, string>;
}

/** Whether a hash has the form of a place. */
export function isReadable(hash: string): boolean {
  return hash.length <= longestHash && form.test(hash);
}

/**
 * Reads `#/page?name=value&…`. Anything else, however malformed, gives the empty page name and what
 * parameters could be read; it never throws.
 */
export function parsePlace(hash: string): Place {
  if (!isReadable(hash)) return { page: "", params: new Map() };
  const [, page = "", query = ""] = form.exec(hash) ?? [];
  return { page, params: new Map(new URLSearchParams(query)) };
}

/** The address of a place, from the `#` on; {@link parsePlace} reads it back. */
export function formatPlace({ page, params }: Place): string {
  const query = new URLSearchParams([...params]).toString();
  return `#/${page}${query === "" ? "" : `?${query}`}`;
}
