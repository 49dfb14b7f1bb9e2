import { createHash } from "node:crypto";

/** Content-Security-Policies. */
type Policy = Readonly<Record<string, string>>;

/** The policy of a page of the site, given the hashes of its inline scripts. */
export function pagePolicy(hashes: readonly string[]): string {
  return text({
    // Firefox asks it about the pages that VitePress prefetches.
    "default-src": "'self'",
    "frame-src": "'none'",
    "media-src": "'none'",
    "object-src": "'none'",
    "script-src": `'self' 'wasm-unsafe-eval' ${hashes.join(" ")}`,
    // Figures start workers of the site; blob: is for the frame of programs, which takes over this policy.
    "worker-src": "'self' blob:",
    "connect-src": "'self'",
    // Highlighted code, formulas and the editor carry inline styles.
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data:",
    "font-src": "'self' data:",
    "base-uri": "'none'",
    "form-action": "'none'",
  });
}

/** The addresses that programs may reach beside that: none. */
export function framePolicy(hash: string): string {
  return text({
    "default-src": "'none'",
    "script-src": `'wasm-unsafe-eval' ${hash}`,
    "worker-src": "blob:",
    "base-uri": "'none'",
    "form-action": "'none'",
  });
}

/** An inline script as a policy names it. */
export function hashOf(script: string): string {
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}

/** The inline scripts of a page. */
export function inlineScripts(html: string): string[] {
  return Array.from(
    html.matchAll(/<script\b(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g),
    ([, script]) => script!,
  );
}

function text(policy: Policy): string {
  return Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources}`)
    .join("; ");
}
