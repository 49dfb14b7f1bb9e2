import { useComputed, useSignal } from "@preact/signals";
import { dictionary, fill } from "@saccade/figures/messages";
import { type Kept, OfflineCopy } from "@saccade/offline/keep";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import en from "./offline.en.json" with { type: "json" };
import zh from "./offline.zh.json" with { type: "json" };
import { useWords } from "./shell.ts";

const words = dictionary(en, zh);

/**
 * Whether the reader keeps the app for when there is no network; nothing is fetched for that unasked. A service worker keeps the
 * files of one version, and changes to the next when no tab of this one is left.
 */
export function KeepOffline(): JSX.Element | null {
  const t = useWords(words);
  const state = useSignal<Kept | null>(null);
  const newer = useSignal(false);
  const bytes = useSignal(0);
  const copy = useRef<OfflineCopy | null>(null);
  useEffect(() => {
    copy.current = new OfflineCopy(new URL("./sw.js", document.baseURI), (now) => {
      state.value = now;
      if (now === "no") copy.current?.size().then((all) => (bytes.value = all?.bytes ?? 0));
    });
    copy.current.look().then((registration) => watch(registration, () => (newer.value = true)));
  }, []);
  const size = useComputed(() => (bytes.value === 0 ? "" : ` (${Math.ceil(bytes.value / 1e6)} MB)`));
  const now = state.value;
  if (now === null) return null;
  const isGone = now === "no" || now === "failed";
  return (
    <p class="keep-offline">
      {typeof now === "number" && <progress value={now} aria-label={t.keeping} />}
      <span role="status">
        {now === "yes"
          ? newer.value
            ? t.newer
            : t.kept
          : now === "failed"
            ? t.failed
            : now !== "no" && t.keeping}
      </span>{" "}
      <button type="button" onClick={() => (isGone ? copy.current?.keep() : copy.current?.remove())}>
        {isGone ? fill(t.keep, { size: size.value }) : t.remove}
      </button>
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
