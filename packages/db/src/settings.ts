import { count, duration, flag, optionalText, text } from '@platform/config';
import { parse } from 'pg-connection-string';
import { z } from 'zod';

export const postgresUrl = z
  .string()
  .regex(
    /^postgres(ql)?:\/\/\S+$/,
    'a PostgreSQL URL, postgresql://user:password@host:5432/database',
  )
  // What node-postgres does with these modes; it also prints a warning of seven lines.
  .transform(url =>
    /[?&]uselibpqcompat=true(&|$)/.test(url)
      ? url
      : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full'),
  )
  .superRefine((url, context) => {
    try {
      parse(url);
    } catch (error) {
      const { code, path = '' } = error as NodeJS.ErrnoException;
      if (code !== undefined && path !== '') {
        const message = `a URL whose certificate files can be read (${code} ${path})`;
        context.addIssue({ code: 'custom', message });
      }
    }
  });

export const databaseSettings = {
  DATABASE_URL: optionalText('PostgreSQL 15 or later; absent: the embedded server', postgresUrl),
  DATABASE_POOL_SIZE: count(10, 'connections of this process', { max: 1_000 }),
  STATEMENT_TIMEOUT: duration('10s', 'the longest that one statement may run', { min: 100 }),
  MIGRATE_ON_START: flag(false, 'apply migrations before serving'),
  DATA_DIR: text('.data', 'where the embedded server keeps its data'),
};
