import type { Theme } from "vitepress";
// Without its fonts: pages use the reader's own.
import DefaultTheme from "vitepress/theme-without-fonts";
import { defineAsyncComponent, defineComponent, h } from "vue";
import "katex/dist/katex.min.css";
import ContinueLink from "./ContinueLink.vue";
import DemoLink from "./DemoLink.vue";
import Exercise from "./Exercise.vue";
import Figure from "./Figure.vue";
import HomeFilm from "./HomeFilm.vue";
import KeepOffline from "./KeepOffline.vue";
import { useMainLandmark } from "./main-landmark.ts";
import NotKept from "./NotKept.vue";
import Predict from "./Predict.vue";
import { useProgramTools } from "./program-tools.ts";
import { openNames, ReferenceGroup } from "./reference.ts";
import { repairAddress } from "./repair-address.ts";
import "./site.css";
import "./slides/slides.css";
import { useSlides } from "./use-slides.ts";

// Before VitePress's router is made, which listens to the address too.
if (!import.meta.env.SSR) repairAddress();

const theme: Theme = {
  extends: DefaultTheme,
  Layout: defineComponent(() => {
    const slides = useSlides();
    return () =>
      h(DefaultTheme.Layout, null, {
        "home-hero-image": () => h(HomeFilm),
        "home-hero-actions-after": () => h(ContinueLink),
        "doc-before": () => h(DemoLink),
        "sidebar-nav-before": () => h(ReferenceGroup),
        "home-features-after": () => h(KeepOffline),
        "doc-after": () => h(KeepOffline),
        "not-found": () => h(NotKept),
        "layout-bottom": slides,
      });
  }),
  setup() {
    useProgramTools();
    useMainLandmark();
  },
  enhanceApp({ app, router }) {
    if (!import.meta.env.SSR) openNames(router);
    app.component("Exercise", Exercise);
    app.component("Figure", Figure);
    app.component("Predict", Predict);
    app.component(
      "NameFilter",
      defineAsyncComponent(() => import("./NameFilter.vue")),
    );
    app.component(
      "Playground",
      defineAsyncComponent(() => import("./playground/Playground.vue")),
    );
  },
};

export default theme;
