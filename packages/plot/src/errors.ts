/** A wrong argument or option, numbers that cannot be drawn, or a host that cannot draw. Its name is "PlotError". */
export class PlotError extends TypeError {
  override readonly name: string = "PlotError";
}
