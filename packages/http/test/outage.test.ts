import { Outage } from '../src/outage';
import { captureLog } from '../testing';

test('work that fails while other work succeeds is one outage', () => {
  const { log, lines } = captureLog();
  const outage = new Outage(log, { begins: 'out', ends: 'back' });
  let now = performance.now();
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
  for (let second = 0; second <= 60; second++) {
    outage.fail(new Error('no space left on device'));
    outage.succeed();
    now += 1_000;
  }
  for (let second = 0; second < 20; second++) {
    outage.succeed();
    now += 1_000;
  }
  clock.mockRestore();
  expect(lines).toMatchObject([
    { level: 'error', msg: 'out', cause: 'no space left on device' },
    { level: 'info', msg: 'back', seconds: 60 },
  ]);
});
