interface SliderProps {
  readonly label: string;
  /** A signal, or what else is read and set. */
  readonly value: { value: number };
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Whether equal ways on the slider are equal factors; min must then be above 0. */
  readonly logarithmic?: boolean;
  /** How many digits its value has behind the point, or its whole text; else the number as it is. */
  readonly digits?: number;
  readonly show?: (value: number) => string;
  readonly disabled?: boolean;
}

const notches = 200;

/** A labelled slider bound to a setting. */
export function Slider(props: SliderProps) {
  const { label, value, min, max, step, logarithmic = false, digits, disabled = false } = props;
  const rounded = (x: number): string => x.toFixed(digits).replace("-", "−");
  const { show = digits === undefined ? String : rounded } = props;
  const ratio = Math.log(max / min);
  const text = show(value.value);
  return (
    <label class="slider">
      <span>{label}</span>
      {/* Not an output element: a label would then name that instead of the slider. */}
      <span class="value" aria-hidden="true">
        {text}
      </span>
      <input
        type="range"
        min={logarithmic ? 0 : min}
        max={logarithmic ? notches : max}
        step={logarithmic ? 1 : step}
        value={logarithmic ? (Math.log(value.value / min) / ratio) * notches : value.value}
        aria-valuetext={text}
        disabled={disabled}
        onInput={(event) => {
          const given = event.currentTarget.valueAsNumber;
          const raw = logarithmic ? min * Math.exp((given / notches) * ratio) : given;
          const nearest = Number((Math.round(raw / step) * step).toPrecision(12));
          value.value = Math.min(max, Math.max(min, nearest));
        }}
      />
    </label>
  );
}
