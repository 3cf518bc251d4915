import { nameOfUser } from '../../../src/records/import/import-run';

test('who imports is the user of the machine', () => {
  expect(nameOfUser(() => ({ username: 'ada' }))).toBe('ada');
});

test('who imports is a number where the machine has no name for it', () => {
  const withoutEntry = () => {
    throw new Error('ENOENT: no such file or directory, uv_os_get_passwd');
  };
  expect(nameOfUser(withoutEntry)).toBe(`uid ${process.getuid!()}`);
});
