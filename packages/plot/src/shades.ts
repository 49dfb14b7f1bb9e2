import { type ColorScheme, colorScale, contrastingInk, type Rgb } from "./color.ts";
import { type Domain, fraction } from "./domain.ts";

export const shades = [" ", "░", "▒", "▓", "█"] as const;
const noValue = "··";
const reset = "\u001b[0m";

/** Two columns of text for a value: a shade, or for signed values a sign and a shade, and nothing near the middle. */
export function shader(domain: Domain, signed = false): (value: number) => string {
  return signed ? signedShader(domain) : unsignedShader(domain);
}

function unsignedShader(domain: Domain): (value: number) => string {
  return (value) => {
    if (!Number.isFinite(value)) return noValue;
    const shade = Math.min(shades.length - 1, Math.floor(fraction(value, domain) * shades.length));
    return (shades[shade] ?? " ").repeat(2);
  };
}

/** A sign, and a shade for the distance from the middle; nothing for values near it. */
function signedShader([low, high]: Domain): (value: number) => string {
  const middle = (low + high) / 2;
  return (value) => {
    if (!Number.isFinite(value)) return noValue;
    const far = fraction(Math.abs(value - middle), [0, high - middle]);
    const shade = Math.round(far * (shades.length - 1));
    return shade === 0 ? "  " : `${value < middle ? "−" : "+"}${shades[shade] ?? " "}`;
  };
}

/** Two columns in the color of a value. */
export function painter(domain: Domain, scheme: ColorScheme): (value: number) => string {
  const color = colorScale(domain, scheme);
  return (value) => {
    if (!Number.isFinite(value)) return `\u001b[48;2;128;128;128m\u001b[38;2;255;255;255m${noValue}${reset}`;
    return `${background(color(value))}  ${reset}`;
  };
}

/** A text on a color, in black or white. */
export function onColor(text: string, fill: Rgb): string {
  const ink = contrastingInk(fill) === "#000000" ? 0 : 255;
  return `${background(fill)}\u001b[38;2;${ink};${ink};${ink}m${text}${reset}`;
}

function background([red, green, blue]: Rgb): string {
  return `\u001b[48;2;${red};${green};${blue}m`;
}
