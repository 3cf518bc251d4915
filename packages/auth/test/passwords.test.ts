import bcrypt from 'bcrypt';
import { hashPassword, validatePassword, verifyPassword } from '../src/passwords';

const email = 'ada.lovelace@example.org';

test.each([
  ['correct horse battery', null],
  ['пароль из слов', null],
  ['elevenchars', /at least 12/],
  ['🔑🔑🔑🔑🔑🔑🔑🔑🔑🔑🔑', /at least 12/],
  ['x'.repeat(73), /72 bytes/],
  ['ü'.repeat(37), /72 bytes/],
  [email.toUpperCase(), /e-mail/],
  ['qwertyuiop123', /common/],
  ['passwordpassword', /common/],
  ['PASSWORD1234', /common/],
])('%j is rejected with %s', (password, reason) => {
  const found = validatePassword(password, email);
  if (reason === null) expect(found).toBeNull();
  else expect(found).toMatch(reason);
});

test('a hash matches only its own password', async () => {
  const hash = await hashPassword('correct horse battery');
  expect(hash).toMatch(/^\$2b\$12\$/);
  expect(await verifyPassword('correct horse battery', hash)).toBe(true);
  expect(await verifyPassword('correct horse batterY', hash)).toBe(false);
});

test('without a hash, no password matches, in the same time', async () => {
  const compare = jest.spyOn(bcrypt, 'compare');
  expect(await verifyPassword('correct horse battery', null)).toBe(false);
  const hash = compare.mock.calls[0]![1];
  expect(bcrypt.getRounds(hash)).toBe(bcrypt.getRounds(await hashPassword('another password')));
});
