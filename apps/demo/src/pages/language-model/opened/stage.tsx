import { signal } from "@preact/signals";
import { HeadPairs } from "@saccade/figures/head-scores";
import { fill } from "@saccade/figures/messages";
import { Choice } from "@saccade/figures/ui";
import type { ComponentChildren, JSX } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { useWords } from "../../../app/shell.ts";
import { Inside } from "../inside.tsx";
import { useWanted, type Wanted } from "../reader.ts";
import type { PartProps } from "../settings.ts";
import { CacheView, Flow, Foldable, NextToken, TextBox } from "../writing.tsx";
import type { HeadRoles, Progress } from "./calls.ts";
import { MaskGuesses, MaskText } from "./masking.tsx";
import { openedWords, sizeText } from "./messages/index.ts";
import { type Open, Opened } from "./opened.ts";
import { CompareView, TuningPanel } from "./tuning-panel.tsx";
import "./opened.css";
import { Button } from "../../../ui/parts.tsx";

/** A checkpoint of the reader: opened, looked at, fine-tuned. */
export function OpenedStage({ kept, settings }: PartProps<Opened>): JSX.Element {
  kept.value ??= new Opened(settings);
  const opened = kept.value;
  const open = opened.model.value;
  return open === null ? <Invitation opened={opened} /> : <Model opened={opened} open={open} />;
}

function Invitation({ opened }: { readonly opened: Opened }): JSX.Element {
  const t = useWords(openedWords);
  return (
    <div class="invitation stage beside">
      <section>
        <h2>{t.open}</h2>
        <p>{t.openText}</p>
        <DropZone
          opened={opened}
          label={t.choose}
          title={
            <>
              <p>{t.needed}</p>
              <ul class="bare">
                {t.neededFiles.map(([file, what]) => (
                  <li key={file}>
                    <code>{file}</code>: {what}
                  </li>
                ))}
              </ul>
            </>
          }
        />
      </section>
      <section>
        <h2>{t.usesTitle}</h2>
        <ol class="bare">
          {t.uses.map((what) => (
            <li key={what}>{what}</li>
          ))}
        </ol>
      </section>
    </div>
  );
}

function Model({ opened, open }: { readonly opened: Opened; readonly open: Open }): JSX.Element {
  const t = useWords(openedWords);
  const { reader, masked, tuning, facts, roles } = open;
  const side = (
    <div class="opened" data-model={facts.modelType}>
      <DropZone
        opened={opened}
        label={t.another}
        title={<strong title={open.files.join(", ")}>{t.shape[facts.modelType]}</strong>}
      >
        <FactsView facts={facts} />
      </DropZone>
      <TuningPanel tuning={tuning} facts={facts} />
    </div>
  );
  return (
    <>
      {reader !== null && (
        <Flow text={<TextBox reader={reader} />} inputs={reader.inputs} side={side}>
          <Inside look={reader} focus={null} hasCache />
          <NextToken reader={reader} />
        </Flow>
      )}
      {masked !== null && (
        <Flow text={<MaskText reader={masked} />} inputs={masked.inputs} side={side}>
          {/* The row of the masked token: its guess is made from the tokens that it attends to. */}
          <Inside look={masked} focus={masked.reading.value?.position ?? null} hasCache={false} inPlace />
          <MaskGuesses reader={masked} />
        </Flow>
      )}
      <CompareView tuning={tuning} />
      {reader !== null && <CacheView reader={reader} />}
      <RolesView roles={roles} />
    </>
  );
}

/** Facts about the opened model. */
function FactsView({ facts }: Pick<Open, "facts">): JSX.Element {
  const t = useWords(openedWords);
  const { bytes, coder, masked, ignored, readLen, parameters, layers, heads, kvHeads, maxLen, vocabSize } =
    facts;
  const sizes = { parameters, layers, heads, kvHeads, maxLen, vocabSize };
  const notes = [
    t.coder[coder],
    masked?.head === false ? t.tied : "",
    readLen < maxLen ? fill(t.readLen, { tokens: readLen }) : "",
  ].filter((note) => note !== "");
  return (
    <div class="facts">
      <p class="quiet number">
        {fill(t.facts, {
          sizes: fill(t.sizes, { ...sizes, fewer: sizes.kvHeads < sizes.heads }),
          memory: sizeText(bytes),
        })}{" "}
        {ignored.length > 0 && (
          <span title={ignored.join(", ")}>{fill(t.ignored, { count: ignored.length })}</span>
        )}
      </p>
      {notes.map((note) => (
        <p key={note} class="note">
          {note}
        </p>
      ))}
    </div>
  );
}

interface DropZoneProps {
  readonly opened: Opened;
  /** Of the button that opens the files' dialog. */
  readonly label: string;
  /** The content before the buttons. */
  readonly title: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** Takes dropped or chosen files, and shows the progress of loading and problems. */
function DropZone({ opened, label, title, children }: DropZoneProps): JSX.Element {
  const t = useWords(openedWords);
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: FileList | null | undefined): void => void opened.choose([...(files ?? [])]);
  const coming = opened.coming.value;
  const problem = opened.problem.value;
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
      <div class={isOpen ? "flow apart" : undefined}>
        {title}
        <div class={isOpen ? "buttons chips" : "buttons"}>
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
            <Button text={t.close} onClick={() => opened.close()} />
          ) : (
            <Button text={t.words} disabled={coming !== null} onClick={() => opened.words()} />
          )}
        </div>
      </div>
      {children}
      {coming !== null && <Arriving opened={opened} coming={coming} />}
      <div role="alert">
        {problem !== "" && (
          <p class="problem">
            {t.problem} <span lang="en">{problem}</span> {isOpen && t.stays}
          </p>
        )}
      </div>
    </div>
  );
}

function Arriving({ opened, coming }: { readonly opened: Opened; readonly coming: Progress }): JSX.Element {
  const t = useWords(openedWords);
  const { loaded, total } = coming;
  return (
    <div class="arriving controls">
      <label class="number">
        {total === 0 ? t.starting : fill(t.loading, { loaded: sizeText(loaded), total: sizeText(total) })}
        <progress value={total === 0 ? 0 : loaded / total} max={1} />
      </label>
      <div class="buttons">
        <Button text={t.cancel} onClick={() => opened.cancel()} />
      </div>
    </div>
  );
}

const roleNames = ["induction", "previousToken", "duplicateToken"] as const;

/** The behavior of each head of an opened model on repeated random tokens. */
function RolesView({ roles }: { readonly roles: Wanted<HeadRoles> }): JSX.Element {
  const t = useWords(openedWords);
  const into = useWanted(roles);
  const role = useMemo(() => signal<(typeof roleNames)[number]>("induction"), []);
  const found = roles.answer.value;
  const names = (count: number, of: (i: number) => string): string[] =>
    Array.from({ length: count }, (_, i) => of(i));
  return (
    <section class="roles" ref={into}>
      <Foldable title={t.rolesTitle}>
        <p>{t.rolesText}</p>
        <Choice legend={t.role} value={role} names={roleNames} labels={t.roles} />
        {found !== null && (
          <HeadPairs
            values={found[role.value]}
            left={names(found.layers, (layer) => fill(t.rolesLayer, { layer }))}
            right={names(found.heads, String)}
            caption={t.rolesCaption}
          />
        )}
      </Foldable>
    </section>
  );
}
