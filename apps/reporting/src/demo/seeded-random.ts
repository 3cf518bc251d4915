import { hash } from 'node:crypto';
import { formatUuidV5 } from '../http/identifiers';

export type SeededRandom = ReturnType<typeof seededRandom>;

/**
 * Random numbers that depend on the seed and on what they are for, so that each file can be written on its own; the same
 * on every machine. `idSpace` prevents equal IDs in demos of different sizes.
 */
export function seededRandom(seed: number, idSpace = String(seed)) {
  /** A whole number in `[0, below)`. */
  const number = (below: number, ...what: number[]) => mix(seed, what) % below;
  return {
    number,
    /** True with this probability, in percent. */
    percent: (probability: number, ...what: number[]) => number(100, ...what) < probability,
    pick: <Value>(values: readonly Value[], ...what: number[]) =>
      values[number(values.length, ...what)]!,
    /** The same ID whenever the seed is used. */
    uuid: (kind: string, ...what: number[]) =>
      formatUuidV5(hash('sha1', `${idSpace}:${kind}:${what.join(':')}`)),
  };
}

/** Mixes integers as MurmurHash3 does. */
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
