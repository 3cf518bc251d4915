import { postgresUrl } from '../src';

test.each([
  ['?sslmode=require', '?sslmode=verify-full'],
  ['?application_name=a&sslmode=prefer&x=y', '?application_name=a&sslmode=verify-full&x=y'],
  ['?sslmode=disable', '?sslmode=disable'],
  ['?uselibpqcompat=true&sslmode=require', '?uselibpqcompat=true&sslmode=require'],
  ['', ''],
])('a URL with %j is read as %j, without a warning', (query, expected) => {
  const url = 'postgresql://user:password@host:5432/database';
  expect(postgresUrl.parse(url + query)).toBe(url + expected);
});

test.each([
  'postgresql://user:pass#word@host/database',
  'postgresql://user:100%ZZ@host:99999/database',
  'postgresql://user:%e4@host/database',
])('%s, which no connection can use, is not valid, and the message does not repeat it', url => {
  const message = postgresUrl.safeParse(url).error?.issues[0]?.message;
  expect(message).toMatch(
    /^a PostgreSQL URL, .* with special characters percent-encoded \(\w+ \w+\)$/,
  );
});
