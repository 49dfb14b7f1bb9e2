interface CheckProps {
  readonly label: string;
  /** A signal, or what else is read and set. */
  readonly value: { value: boolean };
  readonly disabled?: boolean;
}

/** A labelled box to tick, bound to a setting. */
export function Check({ label, value, disabled = false }: CheckProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={value.value}
        disabled={disabled}
        onChange={(event) => {
          value.value = event.currentTarget.checked;
        }}
      />
      {label}
    </label>
  );
}
