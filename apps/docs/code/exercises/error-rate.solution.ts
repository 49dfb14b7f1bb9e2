export type Link = readonly [target: number, source: number];

export function errorRate(
  found: readonly Link[],
  sure: readonly Link[],
  possible: readonly Link[],
): number {
  const among = (links: readonly Link[]): number =>
    found.filter(([t, s]) =>
      links.some((link) => link[0] === t && link[1] === s),
    ).length;
  // P contains S: a sure link counts twice.
  const right = among(sure) + among([...sure, ...possible]);
  return 1 - right / (found.length + sure.length);
}
