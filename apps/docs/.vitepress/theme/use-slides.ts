import { useRoute } from "vitepress";
import { computed, defineAsyncComponent, h, onMounted, ref, type VNode, watch, watchEffect } from "vue";
import { slidesAddress } from "../slides-address.ts";

const Slides = defineAsyncComponent(() => import("./slides/Slides.vue"));

/** Shows a page of the book as slides where its address ends with ?slides. */
export function useSlides(): () => VNode | null {
  const route = useRoute();
  // The page is hydrated as it was built: the slides are made of its content.
  const mounted = ref(false);
  const wanted = computed(() => slidesAddress.test(route.path + route.query));
  onMounted(() => {
    mounted.value = true;
    watchEffect(() => document.documentElement.classList.toggle("slides-on", wanted.value));
    // Slides are a page taken apart, so that page and slides of a chapter are two visits.
    watch([() => route.path, wanted], ([path, now], [before, was]) => {
      if (path === before && now !== was) location.reload();
    });
  });
  return () => (mounted.value && wanted.value ? h(Slides, { key: route.path }) : null);
}
