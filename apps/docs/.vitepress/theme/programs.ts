const modules = import.meta.glob<string>(["../../code/**/*.ts", "!../../code/node/**"], {
  query: "?program",
  import: "default",
});

/** A program of `code/` as JavaScript that {@link runProgram} takes. */
export async function compiled(file: string): Promise<string> {
  const load = modules[`../../code/${file}`];
  if (load === undefined) throw new Error(`There is no program "${file}".`);
  return load();
}
