/** Text on slides becomes at most so much smaller; what still does not fit can be scrolled. */
const smallest = 0.7;

/** Makes the content of a slide smaller where it is taller than the slide. Narrow screens scroll instead. */
export function fit(slide: HTMLElement): void {
  // Beside a figure the text has room.
  const body =
    slide.querySelector<HTMLElement>(".slide-shown") ?? slide.querySelector<HTMLElement>(".slide-body");
  if (body === null) return;
  body.style.zoom = "";
  const wide = matchMedia("(min-width: 60rem)").matches;
  document.documentElement.classList.toggle("slides-wide", wide);
  if (!wide) return;
  // Smaller text breaks at other places: the second look is the last.
  let zoom = 1;
  for (let look = 0; look < 2; look++) {
    const over = slide.scrollHeight - slide.clientHeight;
    if (over <= 0) return;
    const height = body.getBoundingClientRect().height;
    zoom = Math.max(smallest, zoom * Math.min(0.99, 1 - over / height));
    body.style.zoom = String(zoom);
  }
}
