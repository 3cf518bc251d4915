import { count, duration, optionalText, text } from '@platform/config';
import { runProgram, type Service, serviceProgram } from '../src';

const settings = {
  HOST: text('127.0.0.1', 'address to listen on'),
  GRACE: duration('10s', `time to finish${', at some length'.repeat(8)}`),
  POOL_SIZE: count(10, 'connections'),
  PUBLIC_URL: optionalText('where clients reach it'),
};

test('help lists each setting with its default, within 80 columns', async () => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const service = { name: 'example', description: 'an example', settings } as unknown as Service;
  expect(await runProgram(serviceProgram(service, {}), ['--help'])).toBe(0);
  const help = write.mock.calls.join('');
  write.mockRestore();
  expect(help).toContain('\n  HOST=127.0.0.1\n      address to listen on\n  GRACE=10s\n');
  expect(help).toContain('\n  PUBLIC_URL\n      where clients reach it\n');
  expect(Math.max(...help.split('\n').map(line => line.length))).toBeLessThanOrEqual(80);
});

test('a command suggests the correct name of a misspelt setting and continues', async () => {
  const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  const readConfig = () => {
    throw new Error('The command went on.');
  };
  const service = { name: 'example', description: '', settings, readConfig } as unknown as Service;
  expect(await runProgram(serviceProgram(service, { POOLSIZE: '5' }), ['migrate'])).toBe(1);
  const said = write.mock.calls.join('');
  write.mockRestore();
  expect(said).toBe(
    'POOLSIZE is not a setting and is ignored. Did you mean POOL_SIZE?\nThe command went on.\n',
  );
});
