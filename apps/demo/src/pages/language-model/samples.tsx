import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import type { Training } from "./training.ts";
import { words } from "./words.ts";

/** What the model wrote after so many steps, the newest first. */
export function Samples({ training }: { readonly training: Training }): JSX.Element {
  const t = useWords(words);
  const samples = training.samples.value.toReversed();
  return (
    <figure class="samples">
      <figcaption>{t.samples}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <ol reversed tabIndex={0} aria-label={t.samples}>
        {samples.map(({ step, text }) => (
          <li key={step} data-step={step}>
            <span class="number">{step.toLocaleString("en")}</span>
            <q>{text.replaceAll("\n", " ⏎ ")}</q>
          </li>
        ))}
      </ol>
    </figure>
  );
}
