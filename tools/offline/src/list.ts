/** The files of an app that a reader can keep, as write.mjs lists them in `offline.json`. */
export interface OfflineList {
  /** A hash of the rest. */
  readonly version: string;
  /** The path from the app's folder, the size in bytes and the SHA-256 in base64 of each file. */
  readonly files: readonly (readonly [path: string, bytes: number, digest: string])[];
  /** What every page needs, as places in `files`. */
  readonly shell: readonly number[];
  /** By its name, the title of each page, and what it needs beside that. */
  readonly pages: Readonly<Record<string, { readonly title: string; readonly files: readonly number[] }>>;
}

// Here the app's workers never look for a file.
const ownPlace = "offline.json?kept";
const lanes = 6;

/** The cache of one version of the app in the folder `scope`. A space stands in no address. */
export function cacheName(scope: string, version: string): string {
  return `saccade-offline ${scope} ${version}`;
}

/** The names of the caches of all versions that the browser has. */
export async function cacheNames(scope: string): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(cacheName(scope, "")));
}

/** @throws TypeError without a network; SyntaxError where a network answers for the site, as until its guests have signed in */
export async function fetchList(scope: string): Promise<OfflineList> {
  return (await fetch(new URL("offline.json", scope), { cache: "no-cache" })).json();
}

/** The files of these pages and of the shell, as places in the list's `files`. */
export function filesOf(list: OfflineList, pages: readonly string[]): number[] {
  return [...new Set([list.shell, ...pages.map((page) => list.pages[page]?.files ?? [])].flat())];
}

/** What a cache has of one version: the list that it was filled from, the places in it of the files that are there, whole pages. */
export class Copy {
  readonly list: OfflineList;
  readonly #scope: string;
  readonly #cache: Cache;
  readonly #there: Set<number>;

  private constructor(scope: string, list: OfflineList, cache: Cache, addresses: ReadonlySet<string>) {
    this.#scope = scope;
    this.list = list;
    this.#cache = cache;
    const isThere = ([path]: OfflineList["files"][number]): boolean =>
      addresses.has(new URL(path, scope).href);
    this.#there = new Set(list.files.flatMap((file, at) => (isThere(file) ? [at] : [])));
  }

  /** A copy that a reader has; null if there is none of this name. */
  static async find(scope: string, name: string): Promise<Copy | null> {
    const list = await caches.match(new URL(ownPlace, scope), { cacheName: name });
    return list === undefined ? null : Copy.#of(scope, await list.json(), await caches.open(name));
  }

  /** The copy to fill from a list. */
  static async open(scope: string, list: OfflineList): Promise<Copy> {
    const cache = await caches.open(cacheName(scope, list.version));
    await cache.put(new URL(ownPlace, scope), new Response(JSON.stringify(list)));
    return Copy.#of(scope, list, cache);
  }

  static async #of(scope: string, list: OfflineList, cache: Cache): Promise<Copy> {
    return new Copy(scope, list, cache, new Set((await cache.keys()).map(({ url }) => url)));
  }

  /** The pages that are there with all that they need. */
  get pages(): string[] {
    return Object.keys(this.list.pages).filter((page) => this.missing([page]).length === 0);
  }

  /** The files that these pages lack. */
  missing(pages: readonly string[]): number[] {
    return filesOf(this.list, pages).filter((at) => !this.#there.has(at));
  }

  /** A file with this content, if it is there. */
  async read(digest: string): Promise<Response | undefined> {
    const [path] = this.list.files.find((file, at) => file[2] === digest && this.#there.has(at)) ?? [];
    return path === undefined ? undefined : this.#cache.match(new URL(path, this.#scope));
  }

  /**
   * Adds what these pages lack, from an older copy or from the network, and tells the share of the bytes that has come.
   *
   * @throws TypeError when a file does not come, or is not the listed one; what came before it stays
   */
  async add(
    pages: readonly string[],
    { older = null, tell }: { readonly older?: Copy | null; readonly tell?: (share: number) => void } = {},
  ): Promise<void> {
    const queue = this.missing(pages);
    const all = queue.reduce((sum, at) => sum + this.list.files[at]![1], 0);
    let done = 0;
    const work = async (): Promise<void> => {
      for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
        const [path, bytes, digest] = this.list.files[at]!;
        const address = new URL(path, this.#scope);
        const integrity = `sha256-${digest}`;
        // A network that asks its guests to sign in answers any request with a page, and status 200: that has another hash.
        const response =
          (await older?.read(digest)) ?? (await fetch(address, { integrity, cache: "no-cache" }));
        if (!response.ok) throw new TypeError(`${address}: status ${response.status}`);
        // A response that has been redirected cannot answer the request of a page.
        await this.#cache.put(address, new Response(await response.blob(), { headers: response.headers }));
        this.#there.add(at);
        done += bytes;
        tell?.(done / all);
      }
    };
    await Promise.all(Array.from({ length: lanes }, work));
  }
}
