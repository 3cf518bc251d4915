import { t } from '@lingui/core/macro';
import { createContext, useContext } from 'react';
import { apiOf, type Schemas } from '../../api/client';
import type { paths } from '../../generated/api';

/** The switches of an import, in the order of the page. */
export const SWITCHES = [
  {
    name: 'replace',
    label: t`Delete what the file lacks`,
    about: t`In the organizations in companies.csv, and the tables in the file`,
  },
  {
    name: 'allowRemovals',
    label: t`Allow many deletions`,
    about: t`Even most rows of a table, or all of them`,
  },
  {
    name: 'updateAccounts',
    label: t`Change existing accounts`,
    about: t`Including their e-mails and rights`,
  },
  {
    name: 'allowOperators',
    label: t`Allow new operators`,
    about: t`They can access every organization`,
  },
  {
    name: 'allowErased',
    label: t`Allow erased people`,
    about: t`People whose data was erased come back`,
  },
  {
    name: 'overwriteHand',
    label: t`Overwrite what was recorded by hand`,
    about: t`Also what was corrected or withdrawn on people’s pages`,
  },
  {
    name: 'updateHistory',
    label: t`Overwrite own statistics`,
    about: t`Including months with snapshots taken here`,
  },
  {
    name: 'textIds',
    label: t`Ids are any text`,
    about: t`Such as 4711, instead of UUIDs. The file needs companies.csv, or choose the organization`,
  },
] as const;

/** The labels of other options that texts of the API may mention. */
export const FIELDS = {
  dateFormat: t`Dates`,
  timeZone: t`Time zone`,
  encoding: t`Encoding`,
} as const;

type Parameters = NonNullable<paths['/records/imports']['post']['parameters']['query']>;

/** The options of an import; the default if absent. */
export type UploadOptions = Omit<Parameters, 'dryRun' | 'file' | 'name'>;

export const TYPES = {
  zip: 'application/zip',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
} as const;

export const ACCEPTED = '.zip,.xlsx,.csv';

/** The API's limit. */
const MAX_NAME_LENGTH = 200;

type Kind = keyof typeof TYPES;

/** Returns the kind of a file by its name; null if it cannot be imported. */
export function kindOf({ name }: File): Kind | null {
  const end = name.split('.').at(-1)!.toLowerCase();
  return end in TYPES ? (end as Kind) : null;
}

/** Returns the table of a CSV file. `tickets (1).csv`, as browsers name a second download, is tickets. */
function tableOf({ name }: File): string {
  return name.replace(/(?: ?\(\d+\))?\.csv$/i, '').toLowerCase();
}

export function upload(
  file: File,
  options: UploadOptions & { readonly dryRun: boolean },
  signal: AbortSignal,
  kept: Kept,
): Promise<Schemas['ImportRunSummary']> {
  const kind = kindOf(file) ?? 'zip';
  return apiOf(kept).post('/records/imports', {
    signal,
    headers: { 'Content-Type': TYPES[kind] },
    params: {
      query: {
        ...set(options),
        dryRun: options.dryRun,
        name: file.name.slice(-MAX_NAME_LENGTH),
        // The API reports unknown tables.
        ...(kind === 'csv' &&
          options.source === undefined && { file: tableOf(file) as Schemas['UploadFile'] }),
      },
    },
    // Sends the file itself; the type of the body is text.
    body: file.name,
    bodySerializer: () => file,
  });
}

export function isSame(one: UploadOptions, other: UploadOptions): boolean {
  const [first, second] = [set(one), set(other)];
  const names = Object.keys({ ...first, ...second }) as (keyof UploadOptions)[];
  return names.every(name => first[name] === second[name]);
}

/** Returns the options that differ from the defaults. */
function set(options: UploadOptions): UploadOptions {
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== '' && value !== false),
  );
}

/** The organization of a record keeper, which is sent with each request; null for operators, who see all imports. */
export type Kept = string | null;

export const KeptOrganizationContext = createContext<Kept>(null);

export function useKeptOrganization(): Kept {
  return useContext(KeptOrganizationContext);
}
