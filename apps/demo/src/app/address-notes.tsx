import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import type { Refused } from "./page-state.ts";
import { useWords } from "./shell.ts";
import { shellWords } from "./shell-words.ts";

/** Says which settings of the address the page could not take, until the reader closes it. */
export function AddressNotes({
  refused,
}: {
  readonly refused: Signal<readonly Refused[]>;
}): JSX.Element | null {
  const t = useWords(shellWords);
  if (refused.value.length === 0) return null;
  return (
    <div class="address-notes" role="status">
      <ul>
        {refused.value.map(({ name, value, isKnown }) => (
          <li key={name}>{isKnown ? t.badSetting(name, value) : t.unknownSetting(name)}</li>
        ))}
      </ul>
      <button
        type="button"
        onClick={() => {
          refused.value = [];
        }}
      >
        {t.close}
      </button>
    </div>
  );
}
