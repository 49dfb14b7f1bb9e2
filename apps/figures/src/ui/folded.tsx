import type { ComponentChildren, JSX } from "preact";
import { useNarrow } from "./use-media.ts";

interface FoldedProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A part of a figure that a phone has no room for: folded there, in sight elsewhere. */
export function Folded({ title, children }: FoldedProps): JSX.Element {
  return useNarrow() ? (
    <details>
      <summary>{title}</summary>
      {children}
    </details>
  ) : (
    <>{children}</>
  );
}
