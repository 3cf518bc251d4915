import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Retries work until it succeeds. @throws its error after `seconds` */
export async function eventually<Result>(
  work: () => Promise<Result>,
  seconds = 60,
): Promise<Result> {
  const deadline = performance.now() + seconds * 1_000;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await wait(200);
    }
  }
}

/** Repeats work in concurrent loops until `stop` is called; `ended` rejects as soon as the work does. */
export function repeat(work: (loop: number) => Promise<unknown>, loops = 1) {
  let isRunning = true;
  const ended = Promise.all(
    Array.from({ length: loops }, async (_, loop) => {
      while (isRunning) await work(loop);
    }),
  );
  return {
    ended,
    stop() {
      isRunning = false;
      return ended;
    },
  };
}

/** Resolves once a local port accepts connections. */
export async function untilOpen(port: number): Promise<void> {
  await eventually(async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
  }, 10);
}
