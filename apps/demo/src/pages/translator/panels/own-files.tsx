import { fill } from "@saccade/figures/messages";
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { useWords } from "../../../app/shell.ts";
import { words } from "../messages/index.ts";
import { MessageLine } from "../messages/message.tsx";
import type { TranslatorModel } from "../model.ts";

/** The reader's own pairs and checkpoints, in and out. */
export function OwnFiles({ model }: { readonly model: TranslatorModel }): JSX.Element {
  const t = useWords(words);
  const { name, pairs, sourceWords, targetWords, credit } = model.session.facts.value;
  const [isOpen, setOpen] = useState(false);
  const open = (files: FileList | null | undefined): void => {
    const file = files?.[0];
    if (file !== undefined) void model.open(file);
  };
  return (
    <details
      class="own-files"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      onDragOver={() => setOpen(true)}
    >
      <summary>{t.filesTitle}</summary>
      <p>{t.filesText}</p>
      <div
        class="drop"
        role="group"
        aria-label={t.filesTitle}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          open(event.dataTransfer?.files);
        }}
      >
        <div class="buttons">
          <FileButton
            label={t.openPairs}
            accept=".txt,.tsv,text/plain,text/tab-separated-values"
            open={open}
          />
          <FileButton label={t.open} accept=".safetensors" open={open} />
          <button type="button" onClick={() => model.downloadCheckpoint()}>
            {t.download}
          </button>
          {!model.session.shipped.value && (
            <button type="button" onClick={() => model.backToShipped()}>
              {t.embedded}
            </button>
          )}
        </div>
        <MessageLine model={model} place="files" />
        <p class="quiet">
          {fill(t.now, {
            name: name === "" ? t.corpus : name,
            pairs,
            source: sourceWords,
            target: targetWords,
          })}{" "}
          {t.dropHint}
        </p>
        {credit !== undefined && <p class="quiet credit">{fill(t.credit, { credit })}</p>}
      </div>
    </details>
  );
}

interface FileButtonProps {
  readonly label: string;
  readonly accept: string;
  readonly open: (files: FileList | null) => void;
}

function FileButton({ label, accept, open }: FileButtonProps): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" onClick={() => input.current?.click()}>
        {label}
      </button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        class="unseen"
        onChange={(event) => {
          open(event.currentTarget.files);
          event.currentTarget.value = ""; // the same file may be opened again
        }}
      />
    </>
  );
}
