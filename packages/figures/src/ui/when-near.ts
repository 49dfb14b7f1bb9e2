/**
 * Calls `f` once, when the element is in sight, or near it: closer than 200 px, unless `options` say otherwise.
 *
 * @returns ends the waiting
 */
export function whenNear(
  element: Element,
  f: () => void,
  options: IntersectionObserverInit = { rootMargin: "200px" },
): () => void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    f();
  }, options);
  observer.observe(element);
  return () => observer.disconnect();
}
