export { Axes, pathOf } from "./axes.tsx";
export { Check } from "./check.tsx";
export { Choice } from "./choice.tsx";
export { Drawing } from "./drawing.tsx";
export { MatrixCanvas } from "./matrix-canvas.tsx";
export { Slider } from "./slider.tsx";
export { useReducedMotion } from "./use-reduced-motion.ts";
export { useWidth } from "./use-width.ts";
export { whenNear } from "./when-near.ts";
