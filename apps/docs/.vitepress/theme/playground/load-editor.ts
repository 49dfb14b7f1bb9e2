import { withBase } from "vitepress";

/**
 * The editor is built by itself (editor.config.ts): VitePress puts all styles into one sheet, and the editor's would double
 * what every page loads.
 */
export async function loadEditor(): Promise<typeof import("./editor.ts")> {
  if (import.meta.env.DEV) return import("./editor.ts");
  const styles = document.createElement("link");
  styles.rel = "stylesheet";
  styles.href = withBase("/editor/editor.css");
  document.head.append(styles);
  return import(/* @vite-ignore */ withBase("/editor/editor.js"));
}
