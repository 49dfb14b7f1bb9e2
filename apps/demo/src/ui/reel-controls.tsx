import { Slider } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { Button } from "./parts.tsx";
import type { Reel } from "./reel.ts";
import "./reel.css";

interface ReelControlsProps {
  readonly reel: Reel;
  /** The step of each frame. */
  readonly steps: readonly number[];
  readonly texts: { readonly play: string; readonly stop: string; readonly step: string };
}

/** A button that plays a film, and a slider through its frames. */
export function ReelControls({ reel, steps, texts }: ReelControlsProps): JSX.Element {
  const most = Math.max(0, steps.length - 1);
  return (
    <div class="reel beside">
      <Button
        text={reel.playing.value ? texts.stop : texts.play}
        disabled={most === 0}
        onClick={() => reel.toggle()}
      />
      <Slider
        label={texts.step}
        value={reel}
        min={0}
        max={most}
        step={1}
        show={(index) => String(steps[index] ?? 0)}
        disabled={most === 0}
      />
    </div>
  );
}
