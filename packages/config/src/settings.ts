import { readFileSync } from 'node:fs';
import type { Setting } from './setting';

export type Environment = Readonly<Record<string, string | undefined>>;

type Settings = Readonly<Record<string, Setting<unknown>>>;

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<CamelCase<Tail>>}`
  : Lowercase<Name>;

type ValueOf<S> = S extends Setting<infer Value> ? Value : never;

/** Maps `{ SHUTDOWN_DELAY: Setting<number> }` to `{ shutdownDelay: number }`. */
export type SettingValues<S extends Settings> = {
  readonly [Name in keyof S & string as CamelCase<Name>]: ValueOf<S[Name]>;
};

/** Lists every invalid variable on its own line, with the expected value. */
export class ConfigurationError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The configuration is invalid:\n${faults.map(fault => `  ${fault}`).join('\n')}`);
    this.name = 'ConfigurationError';
  }
}

/**
 * Reads settings from variables or from the files that they name; an empty variable counts as unset.
 * @throws ConfigurationError naming every invalid variable, but not its value, which may be a secret
 */
export function readSettings<S extends Settings>(settings: S, env: Environment): SettingValues<S> {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, { schema, fallback }] of Object.entries(settings)) {
    const value = readValue(name, env);
    if (value instanceof Error) {
      faults.push(value.message);
      continue;
    }
    const source = value ?? fallback;
    if (source === null) {
      values[camelCase(name)] = null;
      continue;
    }
    const result = schema.safeParse(source);
    if (result.success) values[camelCase(name)] = result.data;
    else faults.push(`${name} must be ${result.error.issues[0]!.message}.`);
  }
  if (faults.length > 0) throw new ConfigurationError(faults);
  return values as SettingValues<S>;
}

export function isSet(name: string, env: Environment): boolean {
  return [name, `${name}_FILE`].some(variable => (env[variable]?.trim() ?? '') !== '');
}

/** Returns the variable, the content of the file in `NAME_FILE`, or null; an Error if both are set or the file is unusable. */
function readValue(name: string, env: Environment): string | null | Error {
  const text = env[name]?.trim() ?? '';
  const file = env[`${name}_FILE`]?.trim() ?? '';
  if (text !== '' && file !== '')
    return new Error(`${name} and ${name}_FILE are both set; remove one of them.`);
  if (file === '') return text === '' ? null : text;
  try {
    const content = readFileSync(file, 'utf8').trim();
    return content === '' ? new Error(`The file in ${name}_FILE is empty.`) : content;
  } catch (error) {
    const { code } = error as { readonly code: string };
    return new Error(`The file in ${name}_FILE cannot be read (${code}).`);
  }
}

function camelCase(name: string): string {
  return name.toLowerCase().replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

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
