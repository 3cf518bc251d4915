import { fork } from 'node:child_process';
import path from 'node:path';
import type { CallCount, Order } from './callers.js';

/** Runs callers in a process of their own; resolves with what they were answered. */
export function runCallers(order: Order): Promise<CallCount> {
  const child = fork(path.join(import.meta.dirname, 'callers.ts'));
  return new Promise((resolve, reject) => {
    child.once('message', count => resolve(count as CallCount));
    child.once('error', reject);
    child.once('exit', code => code !== 0 && reject(new Error(`The callers ended with ${code}.`)));
    child.send(order);
  });
}
