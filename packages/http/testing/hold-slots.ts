import type { Slots } from '../src';

/** Occupies every slot and the whole queue; the returned function releases them. */
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
