import { useMedia } from "@saccade/figures/ui";
import type { ComponentChildren, JSX } from "preact";

interface FoldableProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A part of the page that is folded up on a phone, so that the page stays a few screens long. */
export function Foldable({ title, children }: FoldableProps): JSX.Element {
  const isPhone = useMedia("(max-width: 40rem)"); // as in page.css
  const heading = <h2>{title}</h2>;
  if (!isPhone)
    return (
      <>
        {heading}
        {children}
      </>
    );
  return (
    <details class="foldable">
      <summary>{heading}</summary>
      {children}
    </details>
  );
}
