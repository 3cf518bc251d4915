import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * The result of work that may fail for a while.
 * @throws what it fails with after `seconds`
 */
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

/** Resolves once a local port accepts connections. */
export async function untilOpen(port: number): Promise<void> {
  await eventually(async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
  }, 10);
}
