import { z } from 'zod';

/** An environment variable: its schema, default and `--help` text. */
export interface Setting<Value> {
  readonly schema: z.ZodType<Value, string>;
  /** The text used if the variable is unset or empty; null if the value is then null. */
  readonly fallback: string | null;
  readonly help: string;
}

/** `fallback` is parsed with `schema`, too. */
export function setting<Value>(
  schema: z.ZodType<Value, string>,
  fallback: string,
  help: string,
): Setting<Value> {
  return { schema, fallback, help };
}

/** Parses JSON with `schema`; `form` describes the expected value in errors. */
export function json<Value>(
  schema: z.ZodType<Value>,
  form: string,
  fallback: string,
  help: string,
): Setting<Value> {
  const read = z.string().transform((text, context) => {
    const fail = (reason: string) => {
      context.addIssue({ code: 'custom', message: `${form}: ${reason}` });
      return z.NEVER;
    };
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return fail('the text is not valid JSON');
    }
    const { data, error } = schema.safeParse(value);
    if (!error) return data;
    const { path, message } = error.issues[0]!;
    return fail([...path, message].join(' '));
  });
  return setting(read, fallback, help);
}

export const text = (fallback: string, help: string): Setting<string> =>
  setting(z.string(), fallback, help);

/** Null if unset. `schema` restricts the text. */
export function optionalText(
  help: string,
  schema: z.ZodType<string, string> = z.string(),
): Setting<string | null> {
  return { schema, fallback: null, help };
}

/** An absolute URL without credentials or a query. */
export function httpUrl(expectation: string): z.ZodType<string, string> {
  const isHttpUrl = (url: string) => /^https?:\/\/[^\s?#@]+$/.test(url) && URL.canParse(url);
  return z.string().refine(isHttpUrl, expectation);
}

/** A whole number in `[min, max]`. */
export function count(
  fallback: number,
  help: string,
  { min = 1, max = 2 ** 31 - 1 } = {},
): Setting<number> {
  const expectation = `a whole number from ${min} to ${max}`;
  const schema = z
    .string()
    .regex(/^\d{1,10}$/, expectation)
    .transform(Number)
    .refine(value => value >= min && value <= max, expectation);
  return setting(schema, String(fallback), help);
}

/** False if unset. `yes` and `1` are errors, because a misspelt boolean must not mean false. */
export function flag(help: string): Setting<boolean> {
  const schema = z.enum(['true', 'false'], 'true or false').transform(value => value === 'true');
  return setting(schema, 'false', help);
}

export function oneOf<const Choices extends readonly [string, ...string[]]>(
  choices: Choices,
  fallback: Choices[number],
  help: string,
): Setting<Choices[number]> {
  const schema = z.enum(choices, `one of ${choices.join(', ')}`);
  return setting(schema as unknown as z.ZodType<Choices[number], string>, fallback, help);
}

const MILLISECONDS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** The limit of Node.js timers and PostgreSQL timeouts is 2^31 - 1 ms. */
const MAX_DAYS = 24;

/** Parses `500ms`, `5s` or `2m` to milliseconds; a bare number is in seconds. */
export function duration(
  fallback: string,
  help: string,
  { min = 0, maxDays = MAX_DAYS }: { min?: number; maxDays?: number } = {},
): Setting<number> {
  const schema = z
    .string()
    .regex(
      /^\d{1,9}(ms|s|m|h|d)?$/,
      'a duration such as 500ms, 5s or 2m (a bare number is seconds)',
    )
    .transform(value => {
      const unit = (/[a-z]+$/.exec(value)?.[0] ?? 's') as keyof typeof MILLISECONDS;
      return Number.parseInt(value, 10) * MILLISECONDS[unit];
    })
    .refine(
      value => value >= min && value <= maxDays * MILLISECONDS.d,
      `a duration of ${min} ms to ${maxDays} days`,
    );
  return setting(schema, fallback, help);
}

/** A comma-separated list, empty if unset. Trims whitespace around items. */
export function list(help: string, item: z.ZodType<string, string>): Setting<string[]> {
  const schema = z
    .string()
    .transform(value => value.split(',').map(part => part.trim()))
    .transform(parts => parts.filter(part => part !== ''))
    .pipe(z.array(item));
  return setting(schema, '', help);
}

/** Allows `count` calls per fixed window of `seconds`. */
export interface RateLimit {
  readonly count: number;
  readonly seconds: number;
}

const MAX_WINDOW = (MAX_DAYS * MILLISECONDS.d) / 1_000;

/** Parses `COUNT/SECONDS` or `off` (null). */
export function rateLimit(fallback: string, help: string): Setting<RateLimit | null> {
  const schema = z
    .string()
    .regex(/^(off|[1-9]\d{0,8}\/[1-9]\d{0,6})$/, 'COUNT/SECONDS, such as 300/60, or off')
    .transform(value => {
      if (value === 'off') return null;
      const [count, seconds] = value.split('/').map(Number);
      return { count: count!, seconds: seconds! };
    })
    .refine(
      limit => limit === null || limit.seconds <= MAX_WINDOW,
      `COUNT/SECONDS with at most ${MAX_WINDOW} seconds (${MAX_DAYS} days)`,
    );
  return setting(schema, fallback, help);
}
