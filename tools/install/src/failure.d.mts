export function explain(
  output: string,
  about: { readonly proxy?: string | undefined; readonly free: number },
): string;
export function proxyOf(env: Readonly<Record<string, string | undefined>>): string | undefined;
