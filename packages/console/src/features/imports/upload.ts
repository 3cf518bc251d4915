import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouteContext, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ApiError, apiOf, type Schemas } from '../../api/client';
import { companiesQuery } from '../../api/queries';
import type { paths } from '../../generated/api';
import { organizationOf } from '../../shell/organization';
import { useChange } from '../../ui/notices';

/** The group of queries about imports. */
export const RUNS = 'imports';

/** The switches of an import, in the order of the page. */
export const SWITCHES = [
  {
    name: 'replace',
    label: t`Delete what is not in the file`,
    about: t`Only in the organizations in companies.csv and the tables in the file`,
  },
  {
    name: 'allowRemovals',
    label: t`Allow many deletions`,
    about: t`Even of most or all rows of a table`,
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
    label: t`Overwrite statistics created here`,
    about: t`Including months with snapshots taken here`,
  },
  {
    name: 'textIds',
    label: t`Ids are any text`,
    about: t`Such as 4711 instead of UUIDs. Include companies.csv in the file, or choose the organization`,
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

function upload(
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

export function useKeptOrganization(): Kept {
  const { session } = useRouteContext({ from: '/_signed-in' });
  const { organization } = useSearch({ from: '/_signed-in' });
  return session.roles.isOperator ? null : organizationOf(session, organization);
}

/** A checked file, which is imported with the same options. */
export interface Checked {
  readonly file: File;
  readonly options: UploadOptions;
  readonly id: string;
  /** Whether the form of the list has changed since the check. */
  readonly isStale?: true;
}

interface Before {
  readonly id: string;
  readonly organizations: ReadonlySet<string>;
}

/**
 * Sends files, which are checked first and imported after confirmation. `organization` is that of sources; `onRun` shows
 * the import.
 */
export function useUploads(organization: string | null, onRun: (id: string) => void) {
  const client = useQueryClient();
  const kept = useKeptOrganization();
  const [checked, setChecked] = useState<Checked | null>(null);
  const [before, setBefore] = useState<Before | null>(null);
  const sending = useRef<AbortController | null>(null);
  useEffect(() => () => sending.current?.abort(), []);

  const send = useMutation({
    mutationFn: ({ run }: Step) => run((sending.current = new AbortController()).signal),
  });
  const start = (file: File, options: UploadOptions, dryRun: boolean) => {
    const run = async (signal: AbortSignal) => {
      const canAdd = !dryRun && kept === null;
      const existing = canAdd ? await client.query({ ...companiesQuery(''), staleTime: 0 }) : null;
      const target = options.source === undefined ? kept : organization;
      const { id } = await upload(file, { ...options, dryRun }, signal, target);
      setChecked(dryRun ? { file, options, id } : null);
      if (!dryRun) setBefore({ id, organizations: new Set(existing?.items.map(each => each.id)) });
      onRun(id);
      void client.invalidateQueries({ queryKey: [RUNS] });
    };
    send.mutate({ file, run });
  };
  const cancel = useChange({
    mutationFn: (id: string) =>
      apiOf(kept).remove('/records/imports/{id}', { params: { path: { id } } }),
    meta: { stale: [RUNS] },
  });

  return {
    /** The error of the last file, until another one is sent. */
    refused: send.error && describeUploadError(send.error, send.variables.file),
    clearError: send.reset,
    /** The file being sent, or null. */
    sending: send.isPending ? send.variables.file : null,
    cancelSending: () => {
      sending.current?.abort();
      send.reset();
    },
    /** Sends a file to read its content. */
    preview: (file: File, run: Step['run']) => send.mutate({ file, run }),
    check: (file: File, options: UploadOptions) => start(file, options, true),
    /** Requires another check, by the form of the list. */
    setStale: () => setChecked(before => before && { ...before, isStale: true }),
    /** Returns the file checked by a dry run; null if this page did not send it. */
    checkedBy: (id: string) => (checked?.id === id ? checked : null),
    importChecked: ({ file, options }: Checked) => start(file, options, false),
    /** Returns the IDs of organizations before an import; null if this page did not start it. */
    organizationsBefore: (id: string) => (before?.id === id ? before.organizations : null),
    cancel: (id: string) => cancel.mutate(id),
  };
}

export type Uploads = ReturnType<typeof useUploads>;

/** Names a file that cannot be read, or explains how to name a CSV file, which must be named like a table. */
function describeUploadError(error: unknown, { name }: File): unknown {
  if (!(error instanceof ApiError)) return error;
  if (error.code === 'import-unreadable')
    return new ApiError(error.status, t`${name} cannot be read`, error.detail, error.code);
  const tables = error.fields.get('file');
  if (tables === undefined) return error;
  const title = t`${name} is not named after a table`;
  const detail = t`Name the file after the table in it, such as tickets.csv. It ${tables}.`;
  return new ApiError(error.status, title, detail, error.code);
}

interface Step {
  readonly file: File;
  readonly run: (signal: AbortSignal) => Promise<void>;
}
