import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { grouped } from "../../ui/grouped.ts";
import type { Training } from "./training.ts";
import { words } from "./words.ts";

/** Samples of the model after so many steps, one a line, from noise to text; the first stays in sight. */
export function Samples({ training }: { readonly training: Training }): JSX.Element {
  const t = useWords(words);
  const samples = training.samples.value;
  const list = useRef<HTMLOListElement>(null);
  const count = samples.length;
  useEffect(() => {
    if (count > 0) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [count]);
  return (
    <figure class="samples">
      <figcaption>{t.samples}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <ol ref={list} tabIndex={0} aria-label={t.samples}>
        {samples.map(({ step, text }) => (
          <li key={step} data-step={step} title={text}>
            <span class="number">{grouped(step)}</span>
            <q>{text.replaceAll("\n", " ⏎ ")}</q>
          </li>
        ))}
      </ol>
    </figure>
  );
}
