import { findSecret, generateSecret, hashSecret, readSecret } from '../src/secret';

test('a secret consists of its kind, environment and 43 base64url characters', () => {
  expect(generateSecret('vrk', 'live').secret).toMatch(/^vrk_live_[A-Za-z0-9_-]{43}$/);
});

test('the prefix includes eight random characters', () => {
  const { secret, prefix } = generateSecret('vsk', 'test');
  expect(prefix).toBe(secret.slice(0, 'vsk_test_'.length + 8));
});

test('no two secrets are the same', () => {
  const secrets = Array.from({ length: 1_000 }, () => generateSecret('vrk', 'live').secret);
  expect(new Set(secrets).size).toBe(1_000);
});

test('a generated secret is read with the same prefix and hash', () => {
  const generated = generateSecret('vrk', 'live');
  expect(readSecret('vrk', 'live', generated.secret)).toEqual(generated);
});

test.each([
  ['of another environment', (secret: string) => secret.replace('live', 'test')],
  ['of another kind', (secret: string) => secret.replace('vrk', 'vsk')],
  ['a character short', (secret: string) => secret.slice(0, -1)],
  ['a character long', (secret: string) => `${secret}A`],
  ['with a character outside base64url', (secret: string) => `${secret.slice(0, -1)}+`],
  ['with a line break behind it', (secret: string) => `${secret.slice(0, -1)}\n`],
  ['in another case', (secret: string) => secret.replace('vrk', 'VRK')],
])('a secret %s is invalid', (_, change) => {
  expect(readSecret('vrk', 'live', change(generateSecret('vrk', 'live').secret))).toBeNull();
});

test('a secret is found among those in the settings', () => {
  const known = ['first', 'second'].map(name => ({ name, hash: hashSecret(name) }));
  expect(findSecret(known, 'second')?.name).toBe('second');
  expect(findSecret(known, 'third')).toBeUndefined();
  expect(findSecret<{ hash: Buffer }>([], 'first')).toBeUndefined();
});
