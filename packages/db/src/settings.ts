import { count, duration, flag, optionalText, text } from '@platform/config';
import { parse } from 'pg-connection-string';
import { z } from 'zod';

const FORM =
  'a PostgreSQL URL, postgresql://user:password@host:5432/database, with special characters percent-encoded';

export const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/\S+$/, FORM)
  // node-postgres treats these modes the same, but prints a seven-line warning.
  .transform(url =>
    /[?&]uselibpqcompat=true(&|$)/.test(url)
      ? url
      : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full'),
  )
  .superRefine((url, context) => {
    try {
      parse(url);
    } catch (error) {
      const { code, path, message: reason } = error as NodeJS.ErrnoException;
      const file = `a URL with readable certificate files (${code} ${path})`;
      context.addIssue({ code: 'custom', message: path ? file : `${FORM} (${reason})` });
    }
  });

export const databaseSettings = {
  DATABASE_URL: optionalText(
    'PostgreSQL 15 or later; if unset, the embedded server is used',
    postgresUrl,
  ),
  DATABASE_POOL_SIZE: count(10, 'max connections of this process', { max: 1_000 }),
  STATEMENT_TIMEOUT: duration('10s', 'max run time of a statement', { min: 100 }),
  MIGRATE_ON_START: flag('apply migrations before serving'),
  DATA_DIR: text('.data', 'data directory of the embedded server'),
};
