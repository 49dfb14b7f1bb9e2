import { fill } from "@saccade/figures/messages";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { shellWords, useShell, useWords } from "../app/shell.ts";
import type { KeptRun } from "../saved/runs.ts";
import { Button } from "./parts.tsx";
import "./saved-runs.css";

interface SavedRunsProps<Run extends KeptRun> {
  /** The newest first. */
  readonly runs: readonly Run[];
  /** The run and its progress. */
  readonly textOf: (run: Run, began: string) => string;
  readonly resume: (run: Run) => void;
  readonly forget: (run: Run) => void;
}

/** The runs that this browser keeps: each can be resumed or deleted. The newest is shown, the others unfold. */
export function SavedRuns<Run extends KeptRun>(props: SavedRunsProps<Run>): JSX.Element | null {
  const t = useWords(shellWords);
  const isFollowing = useUntilScrolled();
  const [newest, ...older] = props.runs;
  if (newest === undefined) return null;
  return (
    <div
      class={isFollowing ? "saved-runs following callout" : "saved-runs callout"}
      role="group"
      aria-label={t.savedRuns}
    >
      <SavedRun {...props} run={newest} />
      {older.length > 0 && (
        <details>
          <summary>{fill(t.olderRuns, { count: older.length })}</summary>
          {older.map((run) => (
            <SavedRun key={run.began} {...props} run={run} />
          ))}
        </details>
      )}
    </div>
  );
}

/** A reload may open the page where it was scrolled to: until the reader scrolls, the runs stay in sight. */
function useUntilScrolled(): boolean {
  const [untilThen, setUntilThen] = useState(true);
  useEffect(() => {
    const end = (): void => setUntilThen(false);
    for (const type of ["wheel", "touchmove"])
      window.addEventListener(type, end, { once: true, passive: true });
    return () => {
      for (const type of ["wheel", "touchmove"]) window.removeEventListener(type, end);
    };
  }, []);
  return untilThen;
}

function SavedRun<Run extends KeptRun>({
  run,
  textOf,
  resume,
  forget,
}: SavedRunsProps<Run> & { readonly run: Run }): JSX.Element {
  const t = useWords(shellWords);
  const { language } = useShell();
  const began = new Date(run.began).toLocaleString(language.value, {
    dateStyle: "medium",
    timeStyle: "short",
  });
  return (
    <p class="flow">
      <span>{textOf(run, began)}</span>
      <Button text={t.resume} onClick={() => resume(run)} />
      <Button text={t.forget} onClick={() => forget(run)} />
    </p>
  );
}
