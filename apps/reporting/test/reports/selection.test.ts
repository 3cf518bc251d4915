import { listText } from '../../src/reports/selection';

const numbersTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

test.each([null, []])('%j selects everything', list => {
  expect(listText(list)).toBe('all');
});

test('a list has at most twenty names, and the number of others', () => {
  const twenty = numbersTo(20).join(', ');
  expect(listText(['Drilling', 'Catering'])).toBe('Drilling, Catering');
  expect(listText(numbersTo(20))).toBe(twenty);
  expect(listText(numbersTo(22))).toBe(`${twenty} and 2 more`);
});
