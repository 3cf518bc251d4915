import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  choice,
  choices,
  day,
  ids,
  number,
  numbers,
  parseSearch,
  stringifySearch,
  text,
} from '../src/search';

const ID = '2b1c8f4e-0d6d-4d3d-8c6a-394c398a5c7d';
const filters = z.object({
  departments: ids(),
  measurements: numbers(12),
  months: choice(['12', '24']),
  functions: choices(['Department', 'Employee']),
  q: text(),
  since: day(),
  page: number(),
});
const readAddress = (query: string) => z.parse(filters, parseSearch(query));

describe('The filters in an address', () => {
  it('are parsed as they were formatted', () => {
    const search = {
      departments: [ID],
      measurements: [3, 12],
      months: '24' as const,
      functions: ['Employee' as const],
      q: 'Zoë & co',
      since: '2026-10-01',
      page: 2,
    };
    expect(readAddress(stringifySearch(search))).toEqual(search);
  });

  it('contain any id that imports and the API accept', () => {
    const id = 'a1b2c3d4-0000-0000-0000-00000000000a';
    expect(readAddress(`?departments=${id}`).departments).toEqual([id]);
  });

  it('omit unset values', () => {
    expect(stringifySearch({ organization: undefined, q: '', departments: [] })).toBe('');
  });

  it.each([
    '?months=-1',
    '?page=x',
    '?page=0',
    '?page=1.5',
    '?measurements=13&measurements=0',
    '?departments=everything',
    '?functions=Boss',
    '?since=yesterday',
    '?since=2026-02-30',
    '?other=1',
  ])('%s is ignored', query => {
    expect(JSON.stringify(readAddress(query))).toBe('{}');
  });

  it('keep valid items of a list', () => {
    expect(readAddress('?measurements=3&measurements=13').measurements).toEqual([3]);
  });
});
