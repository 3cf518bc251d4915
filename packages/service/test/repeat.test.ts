import { captureLog, waitUntil } from '@platform/http/testing';
import { repeat } from '../src/repeat';

test('a repeated failure is logged once when it begins and once when it ends', async () => {
  const stopping = new AbortController();
  const { log, lines } = captureLog();
  const outcomes = [true, false, false, false, true, true, false, true];
  let runs = 0;
  const failure = 'events are not numbered';
  await repeat({ interval: 1, failure, signal: stopping.signal, log }, () => {
    const isDone = outcomes[runs++];
    if (runs === outcomes.length) stopping.abort();
    return isDone ? Promise.resolve() : Promise.reject(new Error('out of reach'));
  });
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    ['warn', failure],
    ['info', `${failure}: resolved`],
    ['warn', failure],
    ['info', `${failure}: resolved`],
  ]);
});

test('pauses grow while it fails', async () => {
  const stopping = new AbortController();
  const { log } = captureLog();
  const times: number[] = [];
  void repeat({ interval: 10, failure: 'no', signal: stopping.signal, log }, () => {
    times.push(performance.now());
    return Promise.reject(new Error('out of reach'));
  });
  await waitUntil(() => times.length === 5);
  stopping.abort();
  const pauses = times.slice(1).map((time, index) => time - times[index]!);
  expect(pauses[3]).toBeGreaterThanOrEqual(150);
});
