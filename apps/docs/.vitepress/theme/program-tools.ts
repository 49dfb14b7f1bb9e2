import { onContentUpdated, useData } from "vitepress";
import { type App, createApp, onBeforeUnmount } from "vue";
import ProgramTools from "./ProgramTools.vue";
import { whenIdle } from "./when-idle.ts";

/**
 * Fills the places that the Markdown renderer left below programs. They are plain elements, so that a page stays static
 * HTML that nothing has to hydrate.
 */
export function useProgramTools(): void {
  const { lang } = useData();
  let shown: App[] = [];
  const clear = (): void => {
    for (const app of shown) app.unmount();
    shown = [];
  };
  const fill = (places: readonly HTMLElement[]): void => {
    const [place, ...others] = places;
    if (place === undefined || !place.isConnected) return;
    const app = createApp(ProgramTools, { file: place.dataset["program"], lang: lang.value });
    app.mount(place);
    shown.push(app);
    whenIdle(() => fill(others));
  };
  onContentUpdated(() => {
    clear();
    const places = [...document.querySelectorAll<HTMLElement>(".program-tools")];
    whenIdle(() => fill(places));
  });
  onBeforeUnmount(clear);
}
