// The programs of `code/` that a page can run: as JavaScript for the Run button, as text for the editor.
const code = import.meta.glob<string>(["../../code/**/*.ts", "!../../code/node/**", "!../../code/host/**"], {
  query: "?program",
  import: "default",
});
const text = import.meta.glob<string>(["../../code/**/*.ts", "!../../code/node/**", "!../../code/host/**"], {
  query: "?raw",
  import: "default",
});

/** A program as JavaScript that `runProgram` takes. */
export async function compiled(file: string): Promise<string> {
  return load(code, file);
}

/** A program as it was written, without the marks of the parts that pages show. */
export async function source(file: string): Promise<string> {
  return (await load(text, file)).replace(/^[ \t]*\/\/ #(end)?region\b.*\n/gm, "");
}

function load(modules: Record<string, () => Promise<string>>, file: string): Promise<string> {
  const module = modules[`../../code/${file}`];
  if (module === undefined) throw new Error(`There is no program "${file}".`);
  return module();
}
