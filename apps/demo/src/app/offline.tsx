import { useSignal } from "@preact/signals";
import { dictionary, fill } from "@saccade/figures/messages";
import { OfflineCopy } from "@saccade/offline/keep";
import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { everyPage, isPage, pageNamed } from "../pages/table.ts";
import { Button } from "../ui/parts.tsx";
import en from "./offline.en.json" with { type: "json" };
import { useShell, useWords } from "./shell.ts";

const words = dictionary(en, () => import("./offline.zh.json"));

/**
 * Whether the reader keeps this page, or all, for when there is no network; nothing is fetched for that unasked. Who keeps one
 * page keeps those that are visited later too. A service worker keeps the files of one version, and changes to the next when no
 * tab of this one is left.
 */
export function KeepOffline(): JSX.Element | null {
  const t = useWords(words);
  const page = pageNamed(useShell().store.place.value.page).name;
  const copy = useMemo(() => new OfflineCopy(new URL("./sw.js", document.baseURI)), []);
  const kept = useSignal<ReadonlySet<string> | null>(null);
  const offer = useSignal<Awaited<ReturnType<OfflineCopy["offer"]>>>(null);
  const share = useSignal<number | null>(null);
  const hasFailed = useSignal(false);
  const isNewer = useSignal(false);

  const look = async (): Promise<void> => {
    offer.value = await copy.offer();
    kept.value = new Set((await copy.pages()).keys());
  };
  const keep = async (pages: readonly string[]): Promise<boolean> => {
    share.value = 0;
    const isThere = await copy.keep(pages, (now) => (share.value = now));
    share.value = null;
    await look();
    return isThere;
  };
  const keepAsAsked = async (pages: readonly string[]): Promise<void> => {
    hasFailed.value = !(await keep(pages));
  };
  const remove = async (): Promise<void> => {
    await copy.remove();
    await look();
  };
  useEffect(() => {
    copy.look().then((registration) => watch(registration, () => (isNewer.value = true)));
  }, []);
  useEffect(() => {
    hasFailed.value = false;
    look().then(() => {
      if (kept.value?.size && !kept.value.has(page)) return keep([page]);
    });
  }, [page]);

  if (kept.value === null) return null;
  const isKept = kept.value.has(page);
  // A file of a page's own that is kept by itself, such as a large model, is none of them.
  const all = (offer.value?.pages ?? []).filter(isPage);
  const size = (pages: readonly string[]): string =>
    offer.value === null ? "" : ` (${(offer.value.bytes(pages) / 1e6).toFixed(1)} MB)`;
  return (
    <p class="keep-offline">
      {share.value !== null && <progress value={share.value} aria-label={t.keeping} />}
      <span role="status">
        {share.value !== null
          ? t.keeping
          : hasFailed.value
            ? t.failed
            : isNewer.value
              ? t.newer
              : isKept && (all.every((name) => kept.value?.has(name)) ? t.allKept : t.kept)}
      </span>{" "}
      {share.value === null && !isKept && (
        <Button text={fill(t.keep, { size: size([page]) })} onClick={() => keepAsAsked([page])} />
      )}{" "}
      {share.value === null && !all.every((name) => kept.value?.has(name)) && (
        <Button text={fill(t.keepAll, { size: size(all) })} onClick={() => keepAsAsked(all)} />
      )}{" "}
      {kept.value.size > 0 && <Button text={t.remove} onClick={remove} />}
    </p>
  );
}

/** Calls `found` once a newer version waits for the tabs of this one to close. */
function watch(registration: ServiceWorkerRegistration | null, found: () => void): void {
  const look = (): void => {
    if (registration?.waiting && navigator.serviceWorker.controller !== null) found();
  };
  look();
  registration?.addEventListener("updatefound", () =>
    registration.installing?.addEventListener("statechange", look),
  );
}

/** Says which pages open without a network, below the failure of one that does not. */
export function NotKept(): JSX.Element | null {
  const t = useWords(words);
  const { store, language } = useShell();
  const [kept, setKept] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    const copy = new OfflineCopy(new URL("./sw.js", document.baseURI));
    copy.pages().then(setKept);
  }, []);
  const pages = everyPage.filter(({ name }) => kept.has(name));
  if (pages.length === 0) return null;
  return (
    <p class="not-kept">
      {t.notKept}
      {pages.map(({ name, title }, i) => (
        <>
          {i > 0 && t.between}
          <a href={store.hrefOf(name)}>{title[language.value]}</a>
        </>
      ))}
      {t.end}
    </p>
  );
}
