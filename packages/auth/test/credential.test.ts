import { bearerToken, schemeFault } from '../src/credential';

test.each([
  ['Bearer abc', 'abc'],
  ['bearer abc', 'abc'],
  ['BEARER   abc  ', 'abc'],
  [' \t Bearer \t abc \t', 'abc'],
  ['Bearer a b', 'a b'],
  ['Bearer Bearer abc', 'Bearer abc'],
  ['Bearer abc, Bearer def', 'abc, Bearer def'],
  ['Bearer "abc"', '"abc"'],
  ['Bearer', null],
  ['Bearer ', null],
  ['Bearer \t ', null],
  ['Bearerabc', null],
  ['Bearer:abc', null],
  ['Token Bearer abc', null],
  ['Basic abc', null],
  ['abc', null],
  ['', null],
])('the bearer token of %j is %j', (header, token) => {
  expect(bearerToken(header)).toBe(token);
});

test.each([
  ['abc', false, null],
  ['abc', true, null],
  ['Bearer abc', false, 'Bearer was sent twice. In Authorize, paste only the secret.'],
  ['bearer abc', true, 'In X-Api-Key, send only the secret, without Bearer.'],
])('the secret %j (in X-Api-Key: %s) is rejected with %j', (value, isApiKey, fault) => {
  expect(schemeFault({ value, isApiKey })).toBe(fault);
});
