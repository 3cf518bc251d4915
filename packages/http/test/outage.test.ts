import { Outage } from '../src/outage';
import { captureLog } from '../testing';

const LINES = { begins: 'out', ends: 'back' };

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('work that fails while other work succeeds is one outage', () => {
  const { log, lines } = captureLog();
  const outage = new Outage(log, LINES);
  for (let second = 0; second <= 60; second++) {
    outage.fail(new Error('no space left on device'));
    outage.succeed();
    jest.advanceTimersByTime(1_000);
  }
  for (let second = 0; second < 20; second++) {
    outage.succeed();
    jest.advanceTimersByTime(1_000);
  }
  expect(lines).toMatchObject([
    { level: 'error', msg: 'out', cause: 'no space left on device' },
    { level: 'info', msg: 'back', seconds: 60 },
  ]);
});

test('an outage ends even if its only success follows it at once, so that the next one is logged', () => {
  const { log, lines } = captureLog();
  const outage = new Outage(log, LINES);
  for (const cause of ['first', 'second']) {
    outage.fail(new Error(cause));
    jest.advanceTimersByTime(2_000);
    outage.succeed();
    jest.advanceTimersByTime(3_600_000);
  }
  expect(lines).toMatchObject([
    { level: 'error', msg: 'out', cause: 'first' },
    { level: 'info', msg: 'back', seconds: 0 },
    { level: 'error', msg: 'out', cause: 'second' },
    { level: 'info', msg: 'back', seconds: 0 },
  ]);
});
