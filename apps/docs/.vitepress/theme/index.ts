import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme";
import "katex/dist/katex.min.css";
import Figure from "./Figure.vue";
import { useProgramTools } from "./program-tools.ts";
import "./site.css";

const theme: Theme = {
  extends: DefaultTheme,
  setup: useProgramTools,
  enhanceApp({ app }) {
    app.component("Figure", Figure);
  },
};

export default theme;
