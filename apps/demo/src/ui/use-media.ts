export { useMedia, useTouch } from "@saccade/figures/ui";
