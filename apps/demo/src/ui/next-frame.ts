/** Resolves once what there is has been painted. A tab that is not shown has no frames: then soon. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      setTimeout(resolve);
    };
    const timer = setTimeout(done, 200);
    const frame = requestAnimationFrame(done);
  });
}
