import { parseSearch, stringifySearch } from '../src/search';

describe('The filters in an address', () => {
  it('come back as they were written', () => {
    const search = {
      organization: 'acme',
      departments: ['2b1c8f4e', '7d3a4f5b'],
      measurements: [3, 12],
      months: 24,
      q: 'Zoë & co',
      since: '2026-10-01',
      until: '2026-10-31',
      direction: 'desc' as const,
      required: 'all' as const,
    };
    expect(parseSearch(stringifySearch(search))).toEqual(search);
  });

  it('leave out what is not set', () => {
    expect(stringifySearch({ organization: undefined, q: '', departments: [] })).toBe('');
  });

  it('ignore what is malformed or unknown', () => {
    const query = '?months=-1&page=x&measurements=13&measurements=0&direction=up&other=1';
    expect(parseSearch(query)).toEqual({});
    expect(parseSearch('?page=0&days=0')).toEqual({});
    expect(parseSearch('?since=yesterday&until=2026-02-30')).toEqual({});
  });
});
