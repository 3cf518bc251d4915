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
