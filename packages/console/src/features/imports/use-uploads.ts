import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, apiOf } from '../../api/client';
import { companiesQuery } from '../../api/queries';
import { useChange } from '../../ui/notices';
import { RUNS } from './runs';
import { type Kept, type UploadOptions, upload } from './upload';

/** A checked file, which is imported with the same options. */
export interface Checked {
  readonly file: File;
  readonly options: UploadOptions;
  readonly id: string;
}

interface Before {
  readonly id: string;
  readonly organizations: ReadonlySet<string>;
}

/** Sends files, which are checked first and imported after confirmation. `onRun` shows the import. */
export function useUploads(
  onRun: (id: string) => void,
  kept: Kept,
  /** The organization of sources. */
  organization: string | null = kept,
) {
  const client = useQueryClient();
  const [checked, setChecked] = useState<Checked | null>(null);
  const [before, setBefore] = useState<Before | null>(null);
  const sending = useRef<AbortController | null>(null);
  const [refused, setRefused] = useState<unknown>(null);
  useEffect(() => () => sending.current?.abort(), []);

  const send = useMutation({
    mutationFn: async ({ file, options, dryRun }: Upload) => {
      const { signal } = (sending.current = new AbortController());
      const canAdd = !dryRun && kept === null;
      const existing = canAdd ? await client.query({ ...companiesQuery(''), staleTime: 0 }) : null;
      const target = options.source === undefined ? kept : organization;
      const { id } = await upload(file, { ...options, dryRun }, signal, target);
      return { id, organizations: new Set(existing?.items.map(each => each.id)) };
    },
    onSuccess: ({ id, organizations }, { file, options, dryRun }) => {
      setChecked(dryRun ? { file, options, id } : null);
      if (!dryRun) setBefore({ id, organizations });
      onRun(id);
    },
    meta: { changes: [RUNS] },
    onMutate: () => setRefused(null),
    onError: (error, { file }) => {
      if (sending.current?.signal.aborted !== true) setRefused(describeUploadError(error, file));
    },
  });
  const cancel = useChange(
    (id: string) => apiOf(kept).remove('/records/imports/{id}', { params: { path: { id } } }),
    { stale: [RUNS] },
  );

  return {
    /** The error of the last file, until another one is sent. */
    refused,
    clearError: () => setRefused(null),
    /** The file being sent, or null. */
    sending: send.isPending ? send.variables.file : null,
    cancelSending: () => sending.current?.abort(),
    check: (file: File, options: UploadOptions) => send.mutate({ file, options, dryRun: true }),
    /** Returns the file checked by a dry run; null if this page did not send it. */
    checkedBy: (id: string) => (checked?.id === id ? checked : null),
    importChecked: (file: Checked) => send.mutate({ ...file, dryRun: false }),
    /** Returns the IDs of organizations before an import; null if this page did not start it. */
    organizationsBefore: (id: string) => (before?.id === id ? before.organizations : null),
    cancel: (id: string) => cancel.mutate(id),
  };
}

export type Uploads = ReturnType<typeof useUploads>;

/** Names a file that cannot be read, or explains how to name a CSV file, which must be named like a table. */
export function describeUploadError(error: unknown, { name }: File): unknown {
  if (!(error instanceof ApiError)) return error;
  if (error.code === 'import-unreadable')
    return new ApiError(error.status, t`${name} cannot be read`, error.detail, error.code);
  const tables = error.fields.get('file');
  if (tables === undefined) return error;
  const title = t`${name} is not named like a table`;
  const detail = t`Name the file after the table in it, such as tickets.csv. It ${tables}.`;
  return new ApiError(error.status, title, detail, error.code);
}

interface Upload {
  readonly file: File;
  readonly options: UploadOptions;
  readonly dryRun: boolean;
}
