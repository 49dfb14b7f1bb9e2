import type { JSX } from "preact";

type ButtonProps = Omit<JSX.IntrinsicElements["button"], "type" | "onClick" | "children"> & {
  readonly text: string;
  readonly press: () => unknown;
};

/** A button with a text, which submits nothing. */
export function Button({ text, press, ...others }: ButtonProps): JSX.Element {
  return (
    <button {...others} type="button" onClick={() => void press()}>
      {text}
    </button>
  );
}
