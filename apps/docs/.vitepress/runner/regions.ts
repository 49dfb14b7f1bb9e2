/** A program without the marks of the parts that pages show. */
export function withoutRegions(source: string): string {
  return source.replace(/^[ \t]*\/\/ #(end)?region\b.*\n/gm, "");
}
