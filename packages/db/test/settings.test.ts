import { postgresUrl } from '../src';

test.each([
  ['?sslmode=require', '?sslmode=verify-full'],
  ['?application_name=a&sslmode=prefer&x=y', '?application_name=a&sslmode=verify-full&x=y'],
  ['?sslmode=disable', '?sslmode=disable'],
  ['?uselibpqcompat=true&sslmode=require', '?uselibpqcompat=true&sslmode=require'],
  ['', ''],
])('of a URL with %j the client reads %j, and gives no warning of it', (given, read) => {
  const url = 'postgresql://user:password@host:5432/database';
  expect(postgresUrl.parse(url + given)).toBe(url + read);
});
