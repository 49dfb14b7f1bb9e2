/** Golden files by their paths, wherever they are: on a disk, or fetched by a page. */
export class Folder {
  /** Every file, sorted; those in subfolders as "sub/name". */
  readonly files: readonly string[];
  readonly #read: (path: string) => Uint8Array;
  readonly #claimed: Set<string> = new Set();

  /** @param read gives a file's bytes. */
  constructor(files: readonly string[], read: (path: string) => Uint8Array) {
    this.files = files.toSorted();
    this.#read = read;
  }

  text(path: string): string {
    return new TextDecoder().decode(this.#read(path));
  }

  bytes(path: string): Uint8Array {
    return this.#read(path);
  }

  has(path: string): boolean {
    return this.files.includes(path);
  }

  /** Notes that a record compares with this file, so that it is not reported as unused. */
  claim(path: string): void {
    this.#claimed.add(path);
  }

  isClaimed(path: string): boolean {
    return this.#claimed.has(path);
  }
}
