import type { Slots } from '../src';

/** Takes every slot and every place of a queue; the function that it returns gives them back. */
export function holdSlots(slots: Slots, count = 200): () => Promise<void> {
  let finish!: () => void;
  const unfinished = new Promise<void>(resolve => {
    finish = resolve;
  });
  const held = Promise.allSettled(
    Array.from({ length: count }, () => slots.run({}, () => unfinished)),
  );
  return async () => {
    finish();
    await held;
  };
}
