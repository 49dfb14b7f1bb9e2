const name = "#program=";

/** The address of the playground with a program in it: deflated, in base64url, behind the #, so it reaches no server. */
export async function shareLink(file: string, text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const link = new URL(location.href);
  link.search = new URLSearchParams({ file }).toString();
  link.hash = name + base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return link.href;
}

/** The program of a link's hash, or null if it has none. Throws if it is cut or damaged. */
export async function sharedProgram(hash: string): Promise<string | null> {
  if (!hash.startsWith(name)) return null;
  try {
    const base64 = hash.slice(name.length).replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(
      await through(bytes, new DecompressionStream("deflate-raw")),
    );
  } catch {
    throw new Error("The program in this link is cut or damaged; ask for the link again.");
  }
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<Uint8Array> {
  const result = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(result).arrayBuffer());
}
