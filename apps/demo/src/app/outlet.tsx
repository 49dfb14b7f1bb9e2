import { fill } from "@saccade/figures/messages";
import type { ComponentType, JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { type PageEntry, pages } from "../pages/table.ts";
import { Button } from "../ui/button.tsx";
import { type PageProps, PageState } from "./address.ts";
import { Boundary } from "./failure.tsx";
import { Coming, lazily, useLoaded } from "./lazily.tsx";
import { type Shell, shellWords, useShell, useWords, withTexts } from "./shell.ts";

// The pairs of pages and chapters are no part of a first load; their link keeps its place until they are there.
const ChapterLink = lazily<{ page: string }>(
  async () => (await import("./chapter-link.tsx")).ChapterLink,
  () => <p class="chapter-link quiet" />,
);

const NotKept = lazily(async () => (await import("./offline.tsx")).NotKept);

const chinese = import.meta.glob("../pages/*/messages/zh.json");

/** A page, with its texts in the reader's language. Chinese ones are fetched beside its code instead of after it. */
export function fetchPage(shell: Shell, entry: PageEntry): ReturnType<PageEntry["load"]> {
  const texts = chinese[`../pages/${entry.name}/messages/zh.json`];
  if (shell.asked.peek() === "zh") texts?.().catch(() => {}); // withTexts throws it
  return withTexts(shell, entry.load());
}

/** The present page: its code is fetched when it is first opened. Give it the entry's name as key. */
export function Outlet({ entry }: { readonly entry: PageEntry }): JSX.Element {
  const { value, error } = useLoaded((shell) => fetchPage(shell, entry));
  if (value === undefined)
    return (
      <>
        <Coming error={error} />
        {error !== undefined && <NotKept />}
      </>
    );
  return (
    <Boundary>
      <Running Page={value.Page} name={entry.name} />
      <NextPage entry={entry} />
    </Boundary>
  );
}

interface RunningProps {
  readonly Page: ComponentType<PageProps>;
  readonly name: string;
}

function Running({ Page, name }: RunningProps): JSX.Element {
  const { store } = useShell();
  const state = useMemo(() => new PageState(store, name), [store, name]);
  useEffect(() => {
    state.refuseOthers();
    return () => state.end();
  }, [state]);
  return (
    <>
      <ChapterLink page={name} />
      <AddressNotes state={state} />
      <Page state={state} />
    </>
  );
}

/** Lists the invalid settings of the address, until the reader closes it. */
function AddressNotes({ state: { refused } }: PageProps): JSX.Element | null {
  const t = useWords(shellWords);
  if (refused.value.length === 0) return null;
  return (
    <div class="address-notes callout warn flow apart" role="status">
      <ul class="bare">
        {refused.value.map(({ name, value, isKnown }) => (
          <li key={name}>
            {isKnown ? fill(t.badSetting, { name, value }) : fill(t.unknownSetting, { name })}
          </li>
        ))}
      </ul>
      <Button
        text={t.close}
        onClick={() => {
          refused.value = [];
        }}
      />
    </div>
  );
}

/** One sentence that leads from a page to the next. */
function NextPage({ entry }: { readonly entry: PageEntry }): JSX.Element | null {
  const { store, language } = useShell();
  const sentences: Readonly<Record<string, string>> = useWords(shellWords).next;
  const next = pages[pages.indexOf(entry) + 1];
  if (sentences[entry.name] === undefined || next === undefined) return null;
  return (
    <p class="next-page">
      {sentences[entry.name]}{" "}
      <a class="next-page-link" href={store.hrefOf(next.name)}>
        {next.title[language.value]} →
      </a>
    </p>
  );
}
