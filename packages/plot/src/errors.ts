/**
 * A wrong argument or option, numbers that cannot be drawn, or a host that cannot draw. The message explains which, and the fix.
 *
 * @example sparkline([]); // throws PlotError
 */
export class PlotError extends TypeError {
  override readonly name: string = "PlotError";
}
