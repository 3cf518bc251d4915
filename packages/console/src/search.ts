import { useNavigate, useSearch } from '@tanstack/react-router';
import { isDay } from './dates';

/**
 * The filters of every page, as they stand in the address. One vocabulary, so that a filter keeps its
 * meaning from page to page; a page applies its own default to what is absent.
 */
export interface Search {
  /** Handle of the organization. */
  organization?: string | undefined;
  /** Where to go after signing in: an address below the console. */
  from?: string | undefined;
  departments?: string[] | undefined;
  members?: string[] | undefined;
  measurements?: number[] | undefined;
  measurement?: number | undefined;
  profiles?: string | undefined;
  functions?: string[] | undefined;
  months?: number | undefined;
  achievement?: string | undefined;
  status?: string | undefined;
  types?: string[] | undefined;
  q?: string | undefined;
  sort?: string | undefined;
  direction?: 'asc' | 'desc' | undefined;
  page?: number | undefined;
  days?: number | undefined;
  kinds?: string | undefined;
  required?: 'all' | undefined;
  month?: string | undefined;
  account?: string | undefined;
  kind?: string | undefined;
  /** A day, as `until`: `2026-10-31`. */
  since?: string | undefined;
  until?: string | undefined;
}

/** The filters in the address, and a function that changes some of them; any change begins at page 1. */
export function useFilters(): [Search, (change: Partial<Search>) => void] {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  return [
    search,
    change =>
      void navigate({
        to: '.',
        search: { ...search, page: undefined, ...change },
        replace: true,
        resetScroll: false,
      }),
  ];
}

const LISTS = ['departments', 'members', 'functions', 'types'] as const;
const TEXTS = [
  'organization',
  'from',
  'profiles',
  'achievement',
  'status',
  'q',
  'sort',
  'kinds',
  'month',
  'account',
  'kind',
] as const;
const DAYS = ['since', 'until'] as const;
const NUMBERS = ['measurement', 'months', 'page', 'days'] as const;

/** Reads an address's query; what is malformed is as if absent. */
export function parseSearch(query: string): Search {
  const parameters = new URLSearchParams(query);
  const search: Record<string, unknown> = {};
  for (const name of LISTS) {
    const values = parameters.getAll(name).filter(value => value !== '');
    if (values.length > 0) search[name] = values;
  }
  for (const name of TEXTS) {
    const value = parameters.get(name);
    if (value) search[name] = value;
  }
  for (const name of DAYS) {
    const value = parameters.get(name);
    if (value !== null && isDay(value)) search[name] = value;
  }
  for (const name of NUMBERS) {
    const value = toCount(parameters.get(name));
    if (value !== undefined && value > 0) search[name] = value;
  }
  const measurements = parameters.getAll('measurements').map(toCount).filter(isMeasurement);
  if (measurements.length > 0) search.measurements = measurements;
  const direction = parameters.get('direction');
  if (direction === 'asc' || direction === 'desc') search.direction = direction;
  if (parameters.get('required') === 'all') search.required = 'all';
  return search;
}

/** The query of an address, `?` included where there is one; lists repeat their name. */
export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (typeof item === 'number' || (typeof item === 'string' && item !== '')) {
        parameters.append(name, String(item));
      }
    }
  }
  const query = parameters.toString();
  return query === '' ? '' : `?${query}`;
}

function toCount(value: string | null): number | undefined {
  return value !== null && /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}

function isMeasurement(key: number | undefined): key is number {
  return key !== undefined && key >= 1 && key <= 12;
}
