const adapterNames: readonly string[] = ["adapter_config.json", "adapter_model.safetensors"];

/** The files of an adapter, and all others. */
export function sorted(files: readonly File[]): {
  readonly model: readonly File[];
  readonly adapter: readonly File[];
} {
  const isAdapter = ({ name }: File): boolean => adapterNames.includes(name);
  return { model: files.filter((file) => !isAdapter(file)), adapter: files.filter(isAdapter) };
}

/** Files of weights, an adapter's left out. */
export function weightFiles(files: readonly File[]): readonly File[] {
  return sorted(files).model.filter(({ name }) => name.endsWith(".safetensors"));
}
