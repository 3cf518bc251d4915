import { type SearchSchemaInput, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import * as z from 'zod/mini';

/**
 * Validates the filters in the address of a route. A malformed value is ignored, so that the page uses its default
 * instead of sending a request that the API rejects.
 */
export function searchOf<const Shape extends z.core.$ZodShape>(shape: Shape) {
  const schema = z.object(shape);
  type Search = z.output<typeof schema>;
  return (search: Search & SearchSchemaInput): Search => z.parse(schema, search);
}

const textOf = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));
const numberOf = (max: number) => z.coerce.number().check(z.int(), z.gte(1), z.lte(max));

export const text = () => orAbsent(textOf(500));
export const texts = () => several(textOf(100));
export const textThat = (test: (text: string) => boolean) =>
  orAbsent(z.string().check(z.refine(test)));
export const day = () => orAbsent(z.iso.date());
/** IDs of any version, as imports and the API accept them. */
export const id = () => orAbsent(z.guid());
export const ids = () => several(z.guid());
/** A whole number from 1 to `max`. */
export const number = (max = 999_999) => orAbsent(numberOf(max));
export const numbers = (max: number) => several(numberOf(max));

export const choice = <const Values extends readonly string[]>(values: Values) =>
  orAbsent(z.enum(values));
export const choices = <const Values extends readonly string[]>(values: Values) =>
  several(z.enum(values));

/** Ignores a malformed value. */
function orAbsent<Schema extends z.core.$ZodType>(schema: Schema) {
  return z.catch(z.optional(schema), undefined);
}

/** Ignores malformed values; absent if none is left. */
function several<Item extends z.core.$ZodType>(item: Item) {
  return z.pipe(
    z.transform((value: unknown): z.output<Item>[] | undefined => {
      const found = (Array.isArray(value) ? value : [value]).flatMap((entry: unknown) => {
        const parsed = z.safeParse(item, entry);
        return parsed.success ? [parsed.data] : [];
      });
      return found.length === 0 ? undefined : found;
    }),
    z.optional(z.custom<z.output<Item>[]>()),
  );
}

type SetFilters<Filters> = (change: Partial<Filters>, options?: { replace?: boolean }) => void;

/**
 * Returns a function that changes filters in the address and goes to page 1, or only changes a page. The browser's Back
 * button undoes the change, unless it replaces the previous history entry, as while typing a search.
 */
export function useSetFilters<Filters extends object>(): SetFilters<Filters> {
  const navigate = useNavigate();
  return useCallback(
    (change, { replace = false } = {}) =>
      void navigate({
        to: '.',
        // A changed view is no longer the saved one.
        search: before => ({
          ...before,
          ...('page' in change || 'columnsPage' in change
            ? { view: undefined }
            : { page: undefined, columnsPage: undefined, view: undefined }),
          ...change,
        }),
        replace,
        // A new page starts at the top, but a filter keeps the scroll position.
        resetScroll: 'page' in change,
      }),
    [navigate],
  );
}

/** Sets a parameter of an address. */
export function having(address: string, name: string, value: string): string {
  const { pathname, searchParams } = new URL(address, window.location.origin);
  searchParams.set(name, value);
  return `${pathname}?${searchParams}`;
}

/** Parses the query of an address: a string for a name that occurs once, otherwise a list. */
export function parseSearch(query: string): Record<string, unknown> {
  const parameters = new URLSearchParams(query);
  return Object.fromEntries(
    [...new Set(parameters.keys())].map(name => {
      const values = parameters.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

/** Formats the query of an address, including `?` unless it is empty; lists repeat the name. */
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
