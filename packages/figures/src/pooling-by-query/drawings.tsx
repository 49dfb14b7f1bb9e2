import type { JSX } from "preact";
import type { ThingName } from "./things.ts";

/** The things, 44 by 44 around the origin. */
export const drawings: Readonly<Record<ThingName, JSX.Element>> = {
  balloon: (
    <g class="thing striking">
      <ellipse cy="-5" rx="13" ry="16" />
      <path d="M-3 14l3 -3l3 3zM0 14c-4 4 4 5 0 8" />
    </g>
  ),
  apple: (
    <g class="thing">
      <path d="M0 -8c-7 -6 -16 -1 -15 9c1 9 8 17 15 13c7 4 14 -4 15 -13c1 -10 -8 -15 -15 -9zM0 -8c0 -5 2 -9 6 -11" />
    </g>
  ),
  bread: (
    <g class="thing">
      <path d="M-19 -2c0 -10 38 -10 38 0c0 3 -2 4 -3 5v10h-32v-10c-1 -1 -3 -2 -3 -5zM-8 -3l3 5M1 -4l3 5M10 -3l3 5" />
    </g>
  ),
  pencil: (
    <g class="thing">
      <path d="M-18 16l3 -10l23 -22l7 7l-23 22zM-15 6l7 7M3 -11l7 7" />
    </g>
  ),
  notes: (
    <g class="thing">
      <path d="M-15 -18h30v28l-8 8h-22zM15 10h-8v8M-9 -10h18M-9 -3h18M-9 4h11" />
    </g>
  ),
  map: (
    <g class="thing">
      <path d="M-20 -13l13 -5l14 5l13 -5v30l-13 5l-14 -5l-13 5zM-7 -18v30M7 -13v30M-15 4c5 -8 9 3 13 -3M12 -6l5 5m0 -5l-5 5" />
    </g>
  ),
};
