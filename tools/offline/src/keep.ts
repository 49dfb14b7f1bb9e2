/** How far it is: the app is not kept, is kept, could not be kept, or the share of it that is fetched. */
export type Kept = "no" | "yes" | "failed" | number;

/**
 * An app's copy in the browser, which opens without a network: nothing of it is fetched until the reader says so. That there is
 * a service worker is the reader's word, also where one came before readers were asked.
 */
export class OfflineCopy {
  readonly #worker: URL;
  readonly #scope: string;
  readonly #tell: (state: Kept) => void;

  /** @param worker the address of the app's `sw.js`, beside its `offline.json` */
  constructor(worker: URL, tell: (state: Kept) => void) {
    this.#worker = worker;
    this.#scope = new URL(".", worker).href;
    this.#tell = tell;
  }

  /** The size of the download; null without a network. */
  async size(): Promise<{ readonly files: number; readonly bytes: number } | null> {
    try {
      return await (await fetch(new URL("offline.json", this.#scope))).json();
    } catch {
      return null;
    }
  }

  /** Tells whether the app is kept, and if so looks for a newer version of it. Says nothing where storage is forbidden. */
  async look(): Promise<ServiceWorkerRegistration | null> {
    let registration: ServiceWorkerRegistration | undefined;
    try {
      registration = await this.#registration();
    } catch {
      return null;
    }
    if (registration === undefined) this.#tell("no");
    else if (registration.active === null) await this.#follow(registration);
    else {
      this.#tell("yes");
      registration.update().catch(() => {}); // no network
    }
    return registration ?? null;
  }

  /** Fetches the app, and tells how far it is. */
  async keep(): Promise<ServiceWorkerRegistration | null> {
    this.#tell(0);
    try {
      let registration = await navigator.serviceWorker.register(this.#worker);
      // As long as a tab has a worker that was removed, that one comes back as it is, with nothing kept: another address makes a new one.
      if (registration.installing === null && (await this.#stored()) === 0)
        registration = await navigator.serviceWorker.register(new URL(`?${Date.now()}`, this.#worker));
      await this.#follow(registration);
      return registration;
    } catch {
      this.#tell("failed"); // Storage is forbidden, or there is no network.
      return null;
    }
  }

  /** Removes what was fetched, and the worker, which keeps nothing from then on. */
  async remove(): Promise<void> {
    await (await this.#registration())?.unregister();
    await this.#clear();
    this.#tell("no");
  }

  async #registration(): Promise<ServiceWorkerRegistration | undefined> {
    const found = await navigator.serviceWorker.getRegistration(this.#scope);
    return found?.scope === this.#scope ? found : undefined; // that of a folder above is another app's
  }

  async #follow({ installing }: ServiceWorkerRegistration): Promise<void> {
    const all = (await this.size())?.files ?? Number.POSITIVE_INFINITY;
    while (installing?.state === "installing") {
      this.#tell(Math.min(1, (await this.#stored()) / all));
      await new Promise((later) => setTimeout(later, 200));
    }
    if (installing?.state !== "redundant") this.#tell("yes");
    else {
      await this.#clear();
      this.#tell("failed");
    }
  }

  /** The caches of the app: that of its files has its scope in its name, others begin as that does. */
  async #caches(): Promise<string[]> {
    const names = await caches.keys();
    const files = names.filter((name) => name.endsWith(`-precache-v2-${this.#scope}`));
    const prefixes = files.map((name) => name.slice(0, name.indexOf("-precache-")));
    return names.filter(
      (name) =>
        files.includes(name) ||
        prefixes.some((prefix) => name === `${prefix}-assets` || name === `${prefix}-pages`),
    );
  }

  async #stored(): Promise<number> {
    const counts = (await this.#caches()).map(
      async (name) => (await (await caches.open(name)).keys()).length,
    );
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }

  async #clear(): Promise<void> {
    await Promise.all((await this.#caches()).map((name) => caches.delete(name)));
  }
}
