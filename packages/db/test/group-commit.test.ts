import { GroupCommit } from '../src/group-commit';

function recorder() {
  const batches: (readonly number[])[] = [];
  const group = new GroupCommit<number, number>(async items => {
    batches.push(items);
    return items.map(item => item * 10);
  });
  return { batches, group };
}

test('an item submitted while idle runs immediately in its own batch', async () => {
  const { batches, group } = recorder();
  expect(await group.submit(1)).toBe(10);
  expect(batches).toEqual([[1]]);
});

test('items that arrive during a run form the next batches, in order, up to the max size', async () => {
  const { batches, group } = recorder();
  const items = Array.from({ length: 502 }, (_, index) => index);
  const results = await Promise.all(items.map(item => group.submit(item)));
  expect(results).toEqual(items.map(item => item * 10));
  expect(batches).toEqual([[0], items.slice(1, 501), [501]]);
});

test('an item can fail without affecting the rest of its batch', async () => {
  const group = new GroupCommit<number, number>(async items =>
    items.map(item => (item === 2 ? Promise.reject(new Error('poisoned')) : item)),
  );
  const settled = await Promise.allSettled([1, 2, 3].map(item => group.submit(item)));
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('a failed run fails only its own items, and the next batch runs', async () => {
  let runs = 0;
  const group = new GroupCommit<number, number>(async items => {
    runs += 1;
    if (runs === 1) throw new Error('lost the database');
    return items;
  });
  const settled = await Promise.allSettled([1, 2, 3].map(item => group.submit(item)));
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
});
