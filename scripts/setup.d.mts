import type { SpawnSyncOptions, SpawnSyncReturns } from 'node:child_process';

export function setUp(): Promise<void>;
export function runPnpm(
  args: readonly string[],
  options: SpawnSyncOptions,
): SpawnSyncReturns<Buffer>;
