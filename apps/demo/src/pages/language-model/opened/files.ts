const adapterNames: readonly string[] = ["adapter_config.json", "adapter_model.safetensors"];

/** The files of an adapter, and all others. */
export function sorted(files: readonly File[]): {
  readonly model: readonly File[];
  readonly adapter: readonly File[];
} {
  const isAdapter = ({ name }: File): boolean => adapterNames.includes(name);
  return { model: files.filter((file) => !isAdapter(file)), adapter: files.filter(isAdapter) };
}

const isConfig = ({ name }: File): boolean => name === "config.json" || name.endsWith(".config.json");

/**
 * The files that count after some more were chosen. A config.json begins a new selection; other files, such as a shard that
 * was missing, are added to those of before, in place of those of the same name.
 */
export function merged(before: readonly File[], more: readonly File[]): readonly File[] {
  if (sorted(more).model.some(isConfig)) return more;
  const names = new Set(more.map(({ name }) => name));
  return [...before.filter(({ name }) => !names.has(name)), ...more];
}
