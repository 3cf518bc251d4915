import { getEventListeners } from 'node:events';

/** Counts the listeners and dependent signals that a signal retains. */
export function keptBy(signal: AbortSignal): number {
  const dependants = Object.getOwnPropertySymbols(signal).find(
    symbol => symbol.description === 'kDependantSignals',
  );
  const signals = dependants && (Reflect.get(signal, dependants) as Set<unknown> | undefined);
  return getEventListeners(signal, 'abort').length + (signals?.size ?? 0);
}
