import type { Environment } from './settings';

/** Shorter names, such as HOST, resemble unrelated variables. */
const MIN_LENGTH = 8;

/** Returns variables that are probably misspelt settings, each with the setting that it resembles. */
export function findMisspelt(
  settings: object,
  env: Environment,
): { name: string; suggestion: string }[] {
  const known = Object.keys(settings).flatMap(name => [name, `${name}_FILE`]);
  return Object.entries(env).flatMap(([name, value]) => {
    if (name.length < MIN_LENGTH || known.includes(name) || (value ?? '').trim() === '') return [];
    const suggestion = known.find(other => {
      const max = other.length < 12 ? 1 : 2;
      return Math.abs(name.length - other.length) <= max && distance(name, other) <= max;
    });
    return suggestion === undefined ? [] : [{ name, suggestion }];
  });
}

/** Counts missing, extra, wrong and transposed characters. */
function distance(one: string, other: string): number {
  let [before, last]: number[][] = [[], Array.from({ length: other.length + 1 }, (_, n) => n)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        last![j]! + 1,
        row[j - 1]! + 1,
        last![j - 1]! + (isSame ? 0 : 1),
        isSwapped ? before![j - 2]! + 1 : Infinity,
      );
    }
    [before, last] = [last, row];
  }
  return last!.at(-1)!;
}
