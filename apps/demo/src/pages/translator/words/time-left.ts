import type { Texts } from "./words.ts";

/** Seconds as one reads them. */
export function timeLeft(t: Texts, seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? t.seconds(whole) : t.minutes(Math.floor(whole / 60), whole % 60);
}
