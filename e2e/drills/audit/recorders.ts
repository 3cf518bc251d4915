import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '@platform/db';

/** An event, and between which two moments it was committed. */
export interface Recorded {
  readonly actor: string;
  readonly began: number;
  readonly ended: number;
}

/** Recorders that commit an event after the other, each named as no other. */
export function startRecorders({ pool }: Database, record: string, count: number) {
  const all: Recorded[] = [];
  let isRunning = true;
  const keepRecording = async (recorder: number) => {
    for (let event = 1; isRunning; event++) {
      const actor = `recorder ${recorder} event ${event}`;
      const began = performance.now();
      await pool.query(record, [actor]);
      all.push({ actor, began, ended: performance.now() });
      await wait(Math.random() * 50);
    }
  };
  const recording = Promise.all(Array.from({ length: count }, (_, index) => keepRecording(index)));
  return {
    async finish(): Promise<readonly Recorded[]> {
      isRunning = false;
      await recording;
      return all;
    },
  };
}

/** How many events have a smaller number than one that had been committed before they began. */
export function countOutOfOrder(
  recorded: readonly Recorded[],
  numbers: ReadonlyMap<string, number>,
): number {
  const numberOf = ({ actor }: Recorded) => numbers.get(actor) ?? 0;
  const byEnd = [...recorded].sort((one, other) => one.ended - other.ended);
  const byBegin = [...recorded].sort((one, other) => one.began - other.began);
  let [ended, highest, outOfOrder] = [0, 0, 0];
  for (const event of byBegin) {
    for (; byEnd[ended]!.ended < event.began; ended++) {
      highest = Math.max(highest, numberOf(byEnd[ended]!));
    }
    if (numberOf(event) < highest) outOfOrder++;
  }
  return outOfOrder;
}
