import { type SearchSchemaInput, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import * as z from 'zod/mini';
import { isDay } from './text/dates';

/**
 * The filters of a route, as they stand in its address. A malformed value counts as absent, so that the
 * page applies its default instead of asking the API for what it refuses.
 */
export function searchOf<Schema extends z.core.$ZodType>(schema: Schema) {
  return (search: z.output<Schema> & SearchSchemaInput): z.output<Schema> =>
    z.parse(schema, search);
}

export function text() {
  return orAbsent(z.string().check(z.minLength(1), z.maxLength(500)));
}

export function choice<const Values extends readonly string[]>(values: Values) {
  return orAbsent(z.enum(values));
}

/** A whole number from 1 to `most`. */
export function number(most = 999_999) {
  return orAbsent(z.coerce.number().check(z.int(), z.gte(1), z.lte(most)));
}

export function day() {
  return orAbsent(z.string().check(z.refine(isDay)));
}

export function ids() {
  return several(z.uuid());
}

export function texts() {
  return several(z.string().check(z.minLength(1), z.maxLength(100)));
}

export function choices<const Values extends readonly string[]>(values: Values) {
  return several(z.enum(values));
}

export function numbers(most: number) {
  return several(z.coerce.number().check(z.int(), z.gte(1), z.lte(most)));
}

/** A value that is absent where it is malformed. */
export function orAbsent<Schema extends z.core.$ZodType>(schema: Schema) {
  return z.catch(z.optional(schema), undefined);
}

/** The values that are well-formed; absent where there is none. */
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
 * Changes some filters in the address. Any change begins at page 1. Back undoes it, unless it replaces
 * the entry before, as the letters of one search do.
 */
export function useSetFilters<Filters extends object>(): SetFilters<Filters> {
  const navigate = useNavigate();
  return useCallback(
    (change, { replace = false } = {}) =>
      void navigate({
        to: '.',
        // What is changed is no longer the view that the address names.
        search: before => ({
          ...before,
          ...{ page: undefined, columnsPage: undefined, view: undefined },
          ...change,
        }),
        replace,
        // Another page starts at its top; what a filter changes is looked at where one is.
        resetScroll: 'page' in change,
      }),
    [navigate],
  );
}

/** Reads an address's query: a text for a name that stands once, else a list. */
export function parseSearch(query: string): Record<string, unknown> {
  const parameters = new URLSearchParams(query);
  return Object.fromEntries(
    [...new Set(parameters.keys())].map(name => {
      const values = parameters.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
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
