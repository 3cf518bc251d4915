import { hash } from 'node:crypto';
import { formatUuidV5 } from '../http/identifiers';

/**
 * Random numbers that depend on the seed and on what they are for, so that each file can be written on its
 * own.
 */
export interface SeededRandom {
  /** A whole number in `[0, below)`. */
  number(below: number, ...what: number[]): number;
  /** True with this probability, in percent. */
  percent(probability: number, ...what: number[]): boolean;
  pick<Value>(values: readonly Value[], ...what: number[]): Value;
  /** The same id at every run of the seed; `idSpace` keeps those of one size from being those of another. */
  uuid(kind: string, ...what: number[]): string;
}

/** The same numbers on every machine. */
export function seededRandom(seed: number, idSpace = String(seed)): SeededRandom {
  const number = (below: number, ...what: number[]) => mix(seed, what) % below;
  return {
    number,
    percent: (probability, ...what) => number(100, ...what) < probability,
    pick: (values, ...what) => values[number(values.length, ...what)]!,
    uuid: (kind, ...what) => formatUuidV5(hash('sha1', `${idSpace}:${kind}:${what.join(':')}`)),
  };
}

/** MurmurHash3's mixing, over whole numbers. */
function mix(seed: number, what: readonly number[]): number {
  let mixed = seed | 0;
  for (const value of what) {
    let part = Math.imul(value | 0, 0xcc9e2d51);
    part = Math.imul((part << 15) | (part >>> 17), 0x1b873593);
    mixed ^= part;
    mixed = Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64;
  }
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
