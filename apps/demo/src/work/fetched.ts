/** @throws Error for a file that is not there */
export async function fetchFile(url: URL): Promise<Response> {
  const found = await fetch(url);
  if (!found.ok) throw new Error(`${url.pathname}: ${found.status}`);
  return found;
}

/** @throws Error for a file that is not there */
export async function fetchBytes(url: URL): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await fetchFile(url)).arrayBuffer());
}

/** Loads what is asked for once, such as a model of each name; what failed is loaded anew when it is asked for again. */
export function loadedOnce<Name, T>(load: (name: Name) => Promise<T>): (name: Name) => Promise<T> {
  const known = new Map<Name, Promise<T>>();
  return (name) => {
    const loading = known.get(name) ?? load(name);
    known.set(name, loading);
    loading.catch(() => known.delete(name));
    return loading;
  };
}
