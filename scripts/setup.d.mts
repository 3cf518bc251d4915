import type { SpawnSyncOptions, SpawnSyncReturns } from 'node:child_process';

export function setUp(): Promise<void>;
export function whenParentExits(stop: () => void): void;
export function cliOf(service: 'versioning' | 'reporting'): string;
export function runPnpm(
  args: readonly string[],
  options: SpawnSyncOptions,
): SpawnSyncReturns<Buffer>;
