import { computed, type ReadonlySignal } from "@preact/signals";
import type { Film } from "./film/film.ts";
import type { Player } from "./film/player.ts";
import { type Drawn, drawnOf } from "./network/frames.ts";
import type { Reading } from "./sentence/reading.ts";
import type { Training } from "./training/training.ts";

/** What the page shows of the learning: a frame of the film, or the newest state. */
export interface View extends Drawn {
  readonly epoch: number;
  readonly loss: number | null;
  readonly accuracy: number | null;
  /** Whether it is the network as it is now. */
  readonly isNow: boolean;
}

interface Parts {
  readonly film: Film;
  readonly player: Player;
  readonly reading: Reading;
  readonly training: Training;
}

export function viewOf({ film, player, reading, training }: Parts): ReadonlySignal<View> {
  return computed(() => {
    const frame = player.frame.value;
    if (frame !== null) {
      const { epoch, loss, accuracy } = frame;
      const drawn = drawnOf(film.of.value.source, frame.translation, frame.weights);
      return { ...drawn, epoch, loss, accuracy, isNow: false };
    }
    const { source, tokens, weights } = reading.translation.value;
    const losses = training.losses.value;
    const epoch = losses.length;
    const accuracy = film.accuracies.value.get(epoch) ?? film.accuracies.value.get(epoch - 1) ?? null;
    return { ...drawnOf(source, tokens, weights), epoch, loss: losses.at(-1) ?? null, accuracy, isNow: true };
  });
}
