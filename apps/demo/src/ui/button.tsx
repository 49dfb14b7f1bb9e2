import type { JSX } from "preact";

interface ButtonProps {
  readonly text: string;
  readonly onClick: () => unknown;
  /** The one that most readers want first. */
  readonly primary?: boolean;
  readonly disabled?: boolean;
}

/** A button with a text. */
export function Button({ text, onClick, primary = false, disabled = false }: ButtonProps): JSX.Element {
  return (
    <button
      type="button"
      class={primary ? "primary" : undefined}
      disabled={disabled}
      onClick={() => void onClick()}
    >
      {text}
    </button>
  );
}
