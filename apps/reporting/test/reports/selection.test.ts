import { listText } from '../../src/reports/selection';

const numbersTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

test.each([null, []])('what %j selects is all', list => {
  expect(listText(list)).toBe('all');
});

test('a list names twenty at most, and says how many more there are', () => {
  const twenty = numbersTo(20).join(', ');
  expect(listText(['Drilling', 'Catering'])).toBe('Drilling, Catering');
  expect(listText(numbersTo(20))).toBe(twenty);
  expect(listText(numbersTo(22))).toBe(`${twenty} and 2 more`);
});
