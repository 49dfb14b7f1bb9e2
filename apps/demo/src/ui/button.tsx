import type { JSX } from "preact";

type ButtonProps = Omit<JSX.IntrinsicElements["button"], "type" | "onClick" | "children"> & {
  readonly text: string;
  readonly onClick: () => unknown;
  /** The one that most readers want first. */
  readonly primary?: boolean;
};

/** A button with a text, which submits nothing. */
export function Button({ text, onClick, primary = false, ...others }: ButtonProps): JSX.Element {
  return (
    <button class={primary ? "primary" : undefined} {...others} type="button" onClick={() => void onClick()}>
      {text}
    </button>
  );
}
