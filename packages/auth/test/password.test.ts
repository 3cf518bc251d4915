import { hashPassword, validatePassword, verifyPassword } from '../src/password';

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
])('of %j is complained: %s', (password, complaint) => {
  const found = validatePassword(password, email);
  if (complaint === null) expect(found).toBeNull();
  else expect(found).toMatch(complaint);
});

test('a hash knows its own password, and no other', async () => {
  const hash = await hashPassword('correct horse battery');
  expect(hash).toMatch(/^\$2b\$12\$/);
  expect(await verifyPassword('correct horse battery', hash)).toBe(true);
  expect(await verifyPassword('correct horse batterY', hash)).toBe(false);
});

test('without a hash nothing is right, and it takes as long', async () => {
  const timed = async (hash: string | null) => {
    const start = performance.now();
    expect(await verifyPassword('correct horse battery', hash)).toBe(false);
    return performance.now() - start;
  };
  const known = await timed(await hashPassword('another password'));
  const unknown = await timed(null);
  expect(unknown).toBeGreaterThan(known / 4);
});
