import { onContentUpdated } from "vitepress";

/** Marks the content as the page's main landmark where VitePress's layout has none. */
export function useMainLandmark(): void {
  onContentUpdated(() => {
    const content = document.getElementById("VPContent");
    if (document.querySelector("main") === null) content?.setAttribute("role", "main");
    else content?.removeAttribute("role");
  });
}
