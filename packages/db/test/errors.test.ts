import { isDatabaseUnavailable, isDataRefused, isStatementTimeout } from '../src';

const failure = (code: string) => Object.assign(new Error('failed'), { code });

test.each(['08006', '53100', '53400', '55000', '55006', '55P03', '57000', '57014', '57P05'])(
  'SQLSTATE %s means temporarily unavailable',
  code => {
    expect(isDatabaseUnavailable(failure(code))).toBe(true);
  },
);

test.each(['22P02', '23505', '42P01', '55P02', '55P04', 'XX000'])(
  'SQLSTATE %s is not temporary',
  code => {
    expect(isDatabaseUnavailable(failure(code))).toBe(false);
  },
);

test('a statement ended by the server is distinguished from a lost server', () => {
  const ended = ['57014', '55P03', '40001', '25P04', '57P01', '08006', '53300', '25006'].filter(
    code => isStatementTimeout(failure(code)),
  );
  expect(ended).toEqual(['57014', '55P03', '40001', '25P04']);
});

test('a rejected value is distinguished from a statement that cannot run', () => {
  const refused = ['22003', '22P02', '23503', '23505', '23514', '25006', '42P01', '57014'].filter(
    code => isDataRefused(failure(code)),
  );
  expect(refused).toEqual(['22003', '22P02', '23503', '23505', '23514']);
});
