import { deflateRawSync } from "node:zlib";

/** The playground's address with a program in it, as its button "Copy link" makes it. */
export function linkTo(program: string, lang: "" | "/zh" = ""): string {
  return `${lang}/playground#program=${encode(deflateRawSync(program))}`;
}

export function encode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}
