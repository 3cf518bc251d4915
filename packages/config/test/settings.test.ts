import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import {
  ConfigurationError,
  count,
  duration,
  findMisspelt,
  flag,
  json,
  rateLimit,
  readSettings,
  text,
} from '../src';

const settings = {
  HOST: text('127.0.0.1', 'address to listen on'),
  POOL_SIZE: count(10, 'connections'),
  GRACE: duration('10s', 'time to finish'),
  MIGRATE_ON_START: flag('migrate first'),
  RATE_LIMIT: rateLimit('300/60', 'calls'),
};

test('unset and empty variables have the documented defaults', () => {
  expect(readSettings(settings, { HOST: '', POOL_SIZE: undefined })).toEqual({
    host: '127.0.0.1',
    poolSize: 10,
    grace: 10_000,
    migrateOnStart: false,
    rateLimit: { count: 300, seconds: 60 },
  });
});

test.each([
  ['500ms', 500],
  ['5s', 5_000],
  ['2m', 120_000],
  ['24d', 2_073_600_000],
  ['7', 7_000],
  ['0', 0],
])('the duration %s is %d milliseconds', (given, milliseconds) => {
  expect(readSettings(settings, { GRACE: given }).grace).toBe(milliseconds);
});

test.each(['25d', '1s'])('a duration out of range is invalid: %s', given => {
  const settings = { TIMEOUT: duration('10s', 'the longest', { min: 2_000 }) };
  expect(() => readSettings(settings, { TIMEOUT: given })).toThrow(
    'TIMEOUT must be a duration of 2000 ms to 24 days.',
  );
});

test('the window of a rate limit is at most 24 days', () => {
  expect(() => readSettings(settings, { RATE_LIMIT: '300/2592000' })).toThrow(
    /RATE_LIMIT.*24 days/s,
  );
});

test('a rate limit can be turned off', () => {
  expect(readSettings(settings, { RATE_LIMIT: 'off' }).rateLimit).toBeNull();
});

test.each([
  ['[{', 'LIST must be a list of names: the text is not valid JSON.'],
  ['7', 'LIST must be a list of names: Invalid input: expected array, received number.'],
])('the JSON setting %j is rejected with a reason', (given, fault) => {
  const settings = { LIST: json(z.array(z.string()), 'a list of names', '[]', 'names') };
  expect(() => readSettings(settings, { LIST: given })).toThrow(new ConfigurationError([fault]));
});

test.each([
  ['POOLSIZE', 'POOL_SIZE'],
  ['POOL_SZIE', 'POOL_SIZE'],
  ['POOL_SEZI', null],
  ['MIGRATE_ON_STRAT', 'MIGRATE_ON_START'],
  ['MIGRATEONSTART', 'MIGRATE_ON_START'],
  ['MIGRATE_ON_START_FIEL', 'MIGRATE_ON_START_FILE'],
  ['RATE_LIMITS', 'RATE_LIMIT'],
  ['MIGRATE_ON_START', null],
  ['MIGRATE_ON_START_FILE', null],
  ['HOSTS', null],
  ['MIGRATE_AT_NIGHT', null],
])('for the variable %s, the suggestion is %s', (name, suggestion) => {
  const found = findMisspelt(settings, { [name]: 'x', POOL_SIZES: '', PATH: '/bin' });
  expect(found).toEqual(suggestion === null ? [] : [{ name, suggestion }]);
});

test('all faults are reported together, by name and without values', () => {
  const read = () =>
    readSettings(settings, {
      POOL_SIZE: 'many-secrets',
      GRACE: '5 parsecs',
      MIGRATE_ON_START: 'yes',
      RATE_LIMIT: '0/60',
    });
  expect(read).toThrow(ConfigurationError);
  try {
    read();
  } catch (error) {
    expect((error as ConfigurationError).faults).toEqual([
      'POOL_SIZE must be a whole number from 1 to 2147483647.',
      'GRACE must be a duration such as 500ms, 5s or 2m (a bare number is seconds).',
      'MIGRATE_ON_START must be true or false.',
      'RATE_LIMIT must be COUNT/SECONDS, such as 300/60, or off.',
    ]);
    expect((error as Error).message).not.toContain('many-secrets');
  }
});

describe('a setting from a file', () => {
  let folder: string;
  let file: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'settings-'));
    file = path.join(folder, 'host');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('is the trimmed content of the file', () => {
    writeFileSync(file, 'example.org\n');
    expect(readSettings(settings, { HOST_FILE: file }).host).toBe('example.org');
  });

  test('is rejected if the variable itself is set, too', () => {
    writeFileSync(file, 'example.org');
    const env = { HOST: '127.0.0.2', HOST_FILE: file };
    expect(() => readSettings(settings, env)).toThrow(
      new ConfigurationError(['HOST and HOST_FILE are both set; remove one of them.']),
    );
    expect(readSettings(settings, { ...env, HOST: ' ' }).host).toBe('example.org');
  });

  test('is rejected by name if the file is missing, empty or invalid', () => {
    writeFileSync(file, '\n');
    const env = { HOST_FILE: file, POOL_SIZE_FILE: path.join(folder, 'none'), GRACE_FILE: '/' };
    expect(() => readSettings(settings, env)).toThrow(
      new ConfigurationError([
        'The file in HOST_FILE is empty.',
        'The file in POOL_SIZE_FILE cannot be read (ENOENT).',
        'The file in GRACE_FILE cannot be read (EISDIR).',
      ]),
    );
    writeFileSync(file, 'many-secrets');
    expect(() => readSettings(settings, { POOL_SIZE_FILE: file })).toThrow(
      new ConfigurationError(['POOL_SIZE must be a whole number from 1 to 2147483647.']),
    );
  });
});
