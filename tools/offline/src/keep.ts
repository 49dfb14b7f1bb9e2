import { Copy, cacheNames, fetchList, filesOf } from "./list.ts";

/** An app's pages in the browser, which open without a network: none is kept until the reader says so. */
export class OfflineCopy {
  readonly #worker: URL;
  readonly #scope: string;
  #last: Promise<unknown> = Promise.resolve();

  /** @param worker the address of the app's `sw.js`, beside its `offline.json` */
  constructor(worker: URL) {
    this.#worker = worker;
    this.#scope = new URL(".", worker).href;
  }

  /** The pages that open without a network, with their titles; none where storage is forbidden. */
  async pages(): Promise<ReadonlyMap<string, string>> {
    const copies = await this.#copies();
    return new Map(
      copies.flatMap(({ pages, list }) => pages.map((page) => [page, list.pages[page]!.title] as const)),
    );
  }

  /** Whether the site answers. */
  async hasNetwork(): Promise<boolean> {
    return (await fetchList(this.#scope).catch(() => null)) !== null;
  }

  /** All pages that can be kept, and how many bytes some of them have, with what they need; null without a network. */
  async offer(): Promise<{
    readonly pages: readonly string[];
    readonly bytes: (pages: readonly string[]) => number;
  } | null> {
    try {
      const list = (await this.#copies())[0]?.list ?? (await fetchList(this.#scope));
      const bytes = (pages: readonly string[]): number =>
        filesOf(list, pages).reduce((sum, at) => sum + list.files[at]![1], 0);
      return { pages: Object.keys(list.pages), bytes };
    } catch {
      return null;
    }
  }

  /**
   * Fetches pages with what they need, and tells the share of the bytes that has come.
   *
   * @returns whether they are there; where no page is whole, what came is removed
   */
  async keep(pages: readonly string[], tell?: (share: number) => void): Promise<boolean> {
    try {
      const copy = await Copy.open(this.#scope, await fetchList(this.#scope));
      await copy.add(pages, tell && { tell });
      await navigator.serviceWorker.register(this.#worker);
      await navigator.serviceWorker.ready;
      return true;
    } catch {
      // Storage is forbidden or full, or there is no network.
      if ((await this.pages()).size === 0) await this.remove();
      return false;
    }
  }

  /** Looks for a newer version of what is kept; the registration tells when it is there. */
  async look(): Promise<ServiceWorkerRegistration | null> {
    try {
      const registration = await this.#registration();
      registration?.update().catch(() => {}); // no network
      return registration ?? null;
    } catch {
      return null; // Storage is forbidden.
    }
  }

  /** Removes what was fetched, and the worker. What a reader saved in the app is elsewhere, and stays. */
  remove(): Promise<void> {
    return this.#inTurn(async () => {
      try {
        // The worker first: nothing is kept any more once the caches are gone, which takes longer.
        await (await this.#registration())?.unregister();
        await Promise.all((await cacheNames(this.#scope)).map((name) => caches.delete(name)));
      } catch {
        // Storage is forbidden: there is nothing.
      }
    });
  }

  /** Two where a newer version waits for the tabs of the older one to close. */
  #copies(): Promise<Copy[]> {
    return this.#inTurn(async () => {
      try {
        const names = await cacheNames(this.#scope);
        const copies = await Promise.all(names.map((name) => Copy.find(this.#scope, name)));
        return copies.filter((copy) => copy !== null);
      } catch {
        return []; // Storage is forbidden.
      }
    });
  }

  // To open a cache while it is removed makes it again, empty.
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(work);
    this.#last = next;
    return next;
  }

  async #registration(): Promise<ServiceWorkerRegistration | undefined> {
    const found = await navigator.serviceWorker.getRegistration(this.#scope);
    return found?.scope === this.#scope ? found : undefined; // that of a folder above is another app's
  }
}
