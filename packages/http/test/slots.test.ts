import { type Claim, type SlotOptions, Slots } from '../src';

type Held = ReturnType<typeof hold>;

const refuse = (_: Claim, isOwn: boolean) => new Error(isOwn ? 'too many of the caller' : 'busy');

const create = (options: Partial<SlotOptions>) => new Slots({ total: 2, refuse, ...options });

/** Work that runs until `end` is called. */
function hold(slots: Slots, claim: Claim = {}) {
  let end!: () => void;
  const ended = new Promise<void>(resolve => {
    end = resolve;
  });
  const held = { hasStarted: false, end, outcome: Promise.resolve() };
  held.outcome = slots.run(claim, () => {
    held.hasStarted = true;
    return ended;
  });
  held.outcome.catch(() => undefined);
  return held;
}

const started = async (all: Held[]) => {
  await new Promise(resolve => setImmediate(resolve));
  return all.map(({ hasStarted }) => hasStarted);
};

test('work beyond the slots runs in order of arrival', async () => {
  const slots = create({});
  const [first, second, third, fourth] = [hold(slots), hold(slots), hold(slots), hold(slots)];
  expect(await started([first, second, third, fourth])).toEqual([true, true, false, false]);
  second.end();
  expect(await started([third, fourth])).toEqual([true, false]);
});

test('failed work frees its slot', async () => {
  const slots = create({ total: 1 });
  await expect(slots.run({}, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await slots.run({}, () => Promise.resolve('ran'))).toBe('ran');
});

test('a caller at its limit does not delay others', async () => {
  const slots = create({ total: 3, perCaller: 1 });
  const [ada, again, grace] = ['ada', 'ada', 'grace'].map(caller => hold(slots, { caller }));
  expect(await started([ada!, again!, grace!])).toEqual([true, false, true]);
  ada!.end();
  expect(await started([again!])).toEqual([true]);
});

test('a null caller has no limit', async () => {
  const slots = create({ perCaller: 1, maxPerCaller: 1 });
  const held = [1, 2, 3, 4].map(() => hold(slots, { caller: null }));
  expect(await started(held)).toEqual([true, true, false, false]);
  for (const { end } of held.slice(0, 2)) end();
  expect(await started(held)).toEqual([true, true, true, true]);
});

test('a full queue rejects the next claim', async () => {
  const slots = create({ total: 1, maxWaiting: 1 });
  const [running, waiting, refused] = [hold(slots), hold(slots), hold(slots)];
  await expect(refused.outcome).rejects.toThrow('busy');
  expect(await started([waiting])).toEqual([false]);
  running.end();
  expect(await started([waiting])).toEqual([true]);
});

test('a full queue rejects a caller at its limit for that limit', async () => {
  const slots = create({ perCaller: 1, maxWaiting: 0 });
  const [, refused] = [1, 2].map(() => hold(slots, { caller: 'ada' }));
  await expect(refused!.outcome).rejects.toThrow('too many of the caller');
});

test('only the caller who exceeds the max of running and waiting claims is rejected', async () => {
  const slots = create({ perCaller: 1, maxPerCaller: 2 });
  const [running, waiting, refused] = [1, 2, 3].map(() => hold(slots, { caller: 'ada' }));
  await expect(refused!.outcome).rejects.toThrow('too many of the caller');
  expect(await started([waiting!, hold(slots, { caller: 'grace' })])).toEqual([false, true]);
  running!.end();
  expect(await started([waiting!])).toEqual([true]);
});

test.each([
  ['busy', { total: 1 }],
  ['too many of the caller', { perCaller: 1 }],
])('a claim that has waited too long is rejected: %s', async (reason, options) => {
  const slots = create({ ...options, timeout: 20 });
  const running = hold(slots, { caller: 'ada' });
  await expect(hold(slots, { caller: 'ada' }).outcome).rejects.toThrow(reason);
  expect(slots.waiting).toBe(0);
  running.end();
});

test('a client that disconnects while waiting leaves the queue', async () => {
  const slots = create({ total: 1, maxWaiting: 1 });
  hold(slots);
  const leaving = new AbortController();
  const left = hold(slots, { signal: leaving.signal });
  leaving.abort(new Error('left'));
  await expect(left.outcome).rejects.toThrow('left');
  expect(slots.waiting).toBe(0);
});

test('work of a disconnected client does not run', async () => {
  const slots = create({});
  const work = jest.fn();
  await expect(slots.run({ signal: AbortSignal.abort() }, work)).rejects.toThrow(/abort/);
  expect([work.mock.calls.length, slots.held]).toEqual([0, 0]);
});

test('a group can use all slots, but only half of them while others wait', async () => {
  const slots = create({ total: 4 });
  const acme = Array.from({ length: 6 }, () => hold(slots, { group: 'acme' }));
  expect(await started(acme)).toEqual([true, true, true, true, false, false]);
  const globex = Array.from({ length: 2 }, () => hold(slots, { group: 'globex' }));
  acme[0]!.end();
  acme[1]!.end();
  expect(await started([...acme.slice(4), ...globex])).toEqual([false, false, true, true]);
  globex[0]!.end();
  expect(await started(acme.slice(4))).toEqual([true, false]);
});

describe('shares', () => {
  const order = async (slots: Slots, claims: readonly Claim[]) => {
    const running = hold(slots, claims[0]);
    const order: number[] = [];
    const all = claims.slice(1).map((claim, index) =>
      slots.run(claim, () => {
        order.push(index + 1);
        return Promise.resolve();
      }),
    );
    running.end();
    await Promise.all(all);
    return order;
  };
  const of = (...shares: string[]): Claim => ({ shares });

  test('work waits only behind work with the same shares, compared in order', async () => {
    const slots = create({ total: 1 });
    const claims = [
      of('ada', 'north'),
      of('ada', 'south'),
      of('ada', 'south'),
      of('grace', 'south'),
      of('linus', 'east'),
    ];
    expect(await order(slots, claims)).toEqual([4, 3, 1, 2]);
  });

  test('a handicap places work only behind others of the same rank', async () => {
    const late = { shares: ['late'], handicap: 1 };
    const claims = [of('ada'), late, of('grace'), of('ada'), of('ada')];
    expect(await order(create({ total: 1 }), claims)).toEqual([2, 1, 3, 4]);
  });

  test('a full queue rejects its last claim, and a share without claims starts over', async () => {
    const slots = create({ total: 1, maxWaiting: 2 });
    const ada = [1, 2, 3].map(() => hold(slots, of('ada')));
    const grace = hold(slots, of('grace'));
    await expect(ada[2]!.outcome).rejects.toThrow('busy');
    ada[0]!.end();
    expect(await started([ada[1]!, grace])).toEqual([false, true]);
    grace.end();
    ada[1]!.end();
    await Promise.all([grace.outcome, ada[1]!.outcome]);
    expect(await order(slots, [of('grace'), of('ada'), of('linus')])).toEqual([1, 2]);
  });
});
