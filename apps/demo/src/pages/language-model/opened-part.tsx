import type { Signal } from "@preact/signals";
import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Failure } from "../../app/failure.tsx";
import { useWords } from "../../app/shell.ts";
import { shellWords } from "../../app/shell-words.ts";
import type { Opened } from "./opened/opened.ts";
import type { Settings } from "./settings.ts";

interface OpenedPartProps {
  /** Where the opened model is kept while the reader looks at the other one. */
  readonly parts: Signal<Opened | null>;
  readonly settings: Settings;
}

/** The part of the page that opens checkpoints: its code is fetched when it is first wanted. */
export function OpenedPart({ parts, settings }: OpenedPartProps): JSX.Element {
  const t = useWords(shellWords);
  const [Stage, setStage] = useState<ComponentType<{ readonly opened: Opened }> | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    Promise.all([import("./opened/stage.tsx"), import("./opened/opened.ts")]).then(
      ([{ OpenedStage }, { Opened: Kept }]) => {
        parts.value ??= new Kept(settings);
        setStage(() => OpenedStage);
      },
      (reason: unknown) => setError(reason),
    );
  }, [parts, settings]);
  if (error !== null) {
    const again = (): void => window.location.reload();
    return <Failure message={t.loadFailed} error={error} action={t.retry} onAction={again} />;
  }
  const opened = parts.value;
  return Stage === null || opened === null ? <p class="quiet">{t.loading}</p> : <Stage opened={opened} />;
}
