import { type Environment, givenText } from './given-text';
import type { Setting } from './setting';

type Settings = Readonly<Record<string, Setting<unknown>>>;

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<CamelCase<Tail>>}`
  : Lowercase<Name>;

type ValueOf<S> = S extends { fallback: string | null; schema: { _zod: { output: infer V } } }
  ? S extends Setting<infer Value>
    ? Value
    : V
  : never;

/** `{ SHUTDOWN_DELAY: Setting<number> }` read as `{ shutdownDelay: number }`. */
export type SettingValues<S extends Settings> = {
  readonly [Name in keyof S & string as CamelCase<Name>]: ValueOf<S[Name]>;
};

/** Every fault of a configuration at once, each a line that names the variable and what it wants. */
export class ConfigurationError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The configuration is not usable:\n${faults.map(fault => `  ${fault}`).join('\n')}`);
    this.name = 'ConfigurationError';
  }
}

/**
 * Reads `settings` from an environment, or from the files that it names; an absent and an empty variable are
 * the same.
 * @throws ConfigurationError naming every fault; never the value, which may be a secret.
 */
export function readSettings<S extends Settings>(settings: S, env: Environment): SettingValues<S> {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, { schema, fallback }] of Object.entries(settings)) {
    const given = givenText(name, env);
    if (given instanceof Error) {
      faults.push(given.message);
      continue;
    }
    const source = given ?? fallback;
    if (source === null) {
      values[camelCase(name)] = null;
      continue;
    }
    const result = schema.safeParse(source);
    if (result.success) values[camelCase(name)] = result.data;
    else faults.push(`${name} must be ${result.error.issues[0]?.message ?? 'valid'}.`);
  }
  if (faults.length > 0) throw new ConfigurationError(faults);
  return values as SettingValues<S>;
}

/** The settings as aligned lines, `NAME  default  what it does`, for `--help` and the README. */
export function settingsTable(settings: Settings): string {
  const rows = Object.entries(settings).map(([name, { fallback, help }]) => [
    name,
    fallback === null || fallback === '' ? '-' : fallback,
    help,
  ]);
  const width = (column: number) => Math.max(...rows.map(row => row[column]!.length));
  const [nameWidth, fallbackWidth] = [width(0), width(1)];
  return rows
    .map(([name, fallback, help]) =>
      `  ${name!.padEnd(nameWidth)}  ${fallback!.padEnd(fallbackWidth)}  ${help}`.trimEnd(),
    )
    .join('\n');
}

function camelCase(name: string): string {
  return name.toLowerCase().replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
