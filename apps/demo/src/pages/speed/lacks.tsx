import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import type { Host } from "./calls.ts";
import { words } from "./words.ts";

/** The features that this browser has and lacks, and how to get them. */
export function Lacks({ host }: { readonly host: Host }): JSX.Element {
  const t = useWords(words);
  const facts: readonly (readonly [boolean, string])[] = [
    [host.simd, host.simd ? t.simd : t.noSimd],
    [host.relaxedSimd, host.relaxedSimd ? t.relaxed : t.noRelaxed],
    [host.threads > 1, threadsFact()],
  ];
  function threadsFact(): string {
    if (host.threads > 1) return t.threads(host.threads, host.cores);
    return host.isolated ? t.oneThread(host.absent.threads ?? "") : t.notIsolated;
  }
  return (
    <ul class="facts">
      {facts.map(([has, text]) => (
        <li key={text} class={has ? undefined : "lack"}>
          {text}
        </li>
      ))}
    </ul>
  );
}
