/**
 * Defaults with the options that are given in their place; undefined ones are left out, as is `params`.
 *
 * @throws TypeError for an option that has no default, with the nearest that has.
 */
export function mergeOptions<O extends object>(kind: string, defaults: O, given: object): O {
  const known = Object.keys(defaults);
  const entries = Object.entries<unknown>({ ...given }).filter(
    ([name, value]) => name !== "params" && value !== undefined,
  );
  for (const [name] of entries) {
    if (known.includes(name)) continue;
    const meant = known.find((option) => plain(option) === plain(name));
    const cure = meant === undefined ? `Options are ${known.join(", ")}.` : `Did you mean ${meant}?`;
    throw new TypeError(`${kind}: there is no option ${name}. ${cure}`);
  }
  return { ...defaults, ...Object.fromEntries(entries) };
}

function plain(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}
