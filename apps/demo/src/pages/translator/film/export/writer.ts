/** Takes the drawn frames of a film, one after another, and gives a file. */
export interface FilmWriter {
  readonly type: string;
  /** Adds what the canvas shows now, for some milliseconds. */
  add(duration: number): void | Promise<void>;
  finish(): Promise<Uint8Array<ArrayBuffer>>;
}
