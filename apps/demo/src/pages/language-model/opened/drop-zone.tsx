import { fill } from "@saccade/figures/messages";
import { Choice } from "@saccade/figures/ui";
import type { ComponentChildren, JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { useWords } from "../../../app/shell.ts";
import { openedWords, sizeText } from "./messages/index.ts";
import type { Coming, Opened } from "./opened.ts";

interface DropZoneProps {
  readonly opened: Opened;
  /** Of the button that opens the files' dialog. */
  readonly label: string;
  /** The content before the buttons. */
  readonly title: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** Takes dropped or chosen files, and shows the progress of loading and problems. */
export function DropZone({ opened, label, title, children }: DropZoneProps): JSX.Element {
  const t = useWords(openedWords);
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: FileList | null | undefined): void => void opened.choose([...(files ?? [])]);
  const coming = opened.coming.value;
  const isOpen = opened.model.value !== null;
  return (
    <div
      class={over ? "drop over" : "drop"}
      role="group"
      aria-label={t.open}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer?.files);
      }}
    >
      <div class={isOpen ? "drop-head flow" : undefined}>
        {title}
        <div class={isOpen ? "buttons switches" : "buttons"}>
          <button type="button" class={isOpen ? undefined : "primary"} onClick={() => input.current?.click()}>
            {label}
          </button>
          <input
            ref={input}
            type="file"
            multiple
            accept=".json,.safetensors"
            aria-label={label}
            tabIndex={-1}
            class="unseen"
            onChange={(event) => {
              take(event.currentTarget.files);
              event.currentTarget.value = ""; // the same files may be chosen again
            }}
          />
          {isOpen ? (
            <button type="button" onClick={() => opened.close()}>
              {t.close}
            </button>
          ) : (
            <button type="button" disabled={coming?.stage === "loading"} onClick={() => opened.words()}>
              {t.words}
            </button>
          )}
        </div>
      </div>
      {children}
      {coming !== null && <Arriving opened={opened} coming={coming} />}
      <Wrong opened={opened} />
    </div>
  );
}

function Arriving({ opened, coming }: { readonly opened: Opened; readonly coming: Coming }): JSX.Element {
  const t = useWords(openedWords);
  const { survey } = coming;
  return (
    <div class="arriving controls">
      {survey !== null && survey.numbers > 0 && (
        <p class="number">
          {fill(t.memory, {
            numbers: survey.numbers,
            full: sizeText(survey.bytes.float32),
            half: sizeText(survey.bytes.bfloat16),
          })}
        </p>
      )}
      {coming.stage === "waiting" ? (
        <Choice legend={t.format} value={opened.weights} names={["float32", "bfloat16"]} labels={t.formats} />
      ) : (
        <label class="number">
          {coming.total === 0
            ? t.starting
            : fill(t.loading, { loaded: sizeText(coming.loaded), total: sizeText(coming.total) })}
          <progress value={coming.total === 0 ? 0 : coming.loaded / coming.total} max={1} />
        </label>
      )}
      <div class="buttons">
        {coming.stage === "waiting" && (
          <button type="button" class="primary" onClick={() => opened.load()}>
            {fill(t.load, { size: sizeText(coming.survey.bytes[opened.weights.value]) })}
          </button>
        )}
        <button type="button" onClick={() => opened.cancel()}>
          {t.cancel}
        </button>
      </div>
    </div>
  );
}

function Wrong({ opened }: { readonly opened: Opened }): JSX.Element {
  const t = useWords(openedWords);
  const problem = opened.problem.value;
  return (
    <div role="alert">
      {problem !== null && (
        <>
          <p class="problem">
            {fill(t.problem[problem.kind], { file: problem.file })} {opened.model.value !== null && t.stays}
          </p>
          <details>
            <summary>{t.detail}</summary>
            <pre lang="en">{problem.detail}</pre>
          </details>
        </>
      )}
    </div>
  );
}
