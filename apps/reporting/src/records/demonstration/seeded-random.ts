import { createHash } from 'node:crypto';

/**
 * Chance that repeats itself: every figure follows from the seed and from what it is drawn for, not from
 * how many were drawn before. So each file can be written on its own, and no row has to be remembered.
 */
export interface SeededRandom {
  /** A whole number in `[0, below)`. */
  number(below: number, ...what: number[]): number;
  /** Whether something with this probability, in percent, is so. */
  percent(probability: number, ...what: number[]): boolean;
  pick<Value>(values: readonly Value[], ...what: number[]): Value;
  /** An id that is the same at every run of the seed. */
  uuid(kind: string, ...what: number[]): string;
}

/** The chance of a seed, the same on every machine. */
export function createChance(seed: number): SeededRandom {
  const number = (below: number, ...what: number[]) => mix(seed, what) % below;
  return {
    number,
    percent: (probability, ...what) => number(100, ...what) < probability,
    pick: (values, ...what) => values[number(values.length, ...what)]!,
    uuid: (kind, ...what) => {
      const hex = createHash('sha1')
        .update(`${seed}:${kind}:${what.join(':')}`)
        .digest('hex');
      const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
      return [
        hex.slice(0, 8),
        hex.slice(8, 12),
        `5${hex.slice(13, 16)}`,
        variant + hex.slice(18, 20),
        hex.slice(20, 32),
      ].join('-');
    },
  };
}

/** MurmurHash3's mixing, over whole numbers. */
function mix(seed: number, what: readonly number[]): number {
  let hash = seed | 0;
  for (const value of what) {
    let part = Math.imul(value | 0, 0xcc9e2d51);
    part = Math.imul((part << 15) | (part >>> 17), 0x1b873593);
    hash ^= part;
    hash = Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
