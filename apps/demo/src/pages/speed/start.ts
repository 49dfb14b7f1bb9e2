import type { Host, Times } from "./calls.ts";

/** What was measured beforehand. */
export interface Start {
  readonly host: Host;
  readonly times: Times;
  /** The machine and the program. */
  readonly where: string;
  /** Year, month and day. */
  readonly date: string;
}
