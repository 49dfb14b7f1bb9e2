/**
 * Takes out of the address what VitePress would stumble over, now and whenever its hash changes. It decodes the query once and
 * the hash twice (links to other languages carry it decoded): where that fails (`#%E0`), the page stays dead. It also puts the
 * hash between the quotes of a selector, and takes what follows two slashes for a host.
 */
export function repairAddress(): void {
  repair();
  addEventListener("hashchange", repair);
}

function repair(): void {
  const { pathname, search, hash } = location;
  const path = decoded(pathname) === null ? "/404" : pathname.replace(/^\/+/, "/");
  const query = decoded(search) === null ? "" : search;
  const name = decoded(hash);
  const fragment = decoded(name) === null || /["\\\n\r\f]/.test(name ?? "") ? "" : hash;
  if (path + query + fragment !== pathname + search + hash) {
    history.replaceState(history.state, "", path + query + fragment);
  }
}

// It gives the text, although nobody wants it: the bundler drops a call of decodeURIComponent whose value is not used.
function decoded(text: string | null): string | null {
  try {
    return text === null ? null : decodeURIComponent(text);
  } catch {
    return null;
  }
}
