import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/client';
import { companiesQuery } from '../../api/queries';
import { useChange } from '../../ui/notices';
import { cancelRun, RUNS } from './runs';
import { type Kept, type UploadOptions, upload } from './upload';

/** A file as it was checked: it is imported with the same options. */
export interface Checked {
  readonly file: File;
  readonly options: UploadOptions;
  readonly id: string;
}

interface Before {
  readonly id: string;
  readonly organizations: ReadonlySet<string>;
}

/** Sends files: each is checked first, and imported once that is confirmed. `onRun` shows the import. */
export function useUploads(
  onRun: (id: string) => void,
  kept: Kept,
  /** Whose sources are meant. */
  organization: string | null = kept,
) {
  const client = useQueryClient();
  const [checked, setChecked] = useState<Checked | null>(null);
  // The organizations that were there when an import began, by the id of its run.
  const [before, setBefore] = useState<Before | null>(null);
  const sending = useRef<AbortController | null>(null);
  const [refused, setRefused] = useState<unknown>(null);
  useEffect(() => () => sending.current?.abort(), []);

  const send = useMutation({
    mutationFn: async ({ file, options, dryRun }: SendWhat) => {
      const { signal } = (sending.current = new AbortController());
      const isOfAll = !dryRun && kept === null;
      const there = !isOfAll ? null : await client.query({ ...companiesQuery(''), staleTime: 0 });
      const of = options.source === undefined ? kept : organization;
      const { id } = await upload(file, { ...options, dryRun }, signal, of);
      return { id, organizations: new Set(there?.items.map(each => each.id)) };
    },
    onSuccess: ({ id, organizations }, { file, options, dryRun }) => {
      setChecked(dryRun ? { file, options, id } : null);
      if (!dryRun) setBefore({ id, organizations });
      onRun(id);
    },
    meta: { changes: [RUNS] },
    onMutate: () => setRefused(null),
    onError: (error, { file }) => {
      if (sending.current?.signal.aborted !== true) setRefused(inFileWords(error, file));
    },
  });
  const cancel = useChange(cancelRun, { stale: [RUNS] });

  return {
    /** Why the last file was not taken, until another one is sent. */
    refused,
    forgetRefusal: () => setRefused(null),
    /** What is being sent; null when nothing is. */
    sending: send.isPending ? send.variables.file : null,
    stopSending: () => sending.current?.abort(),
    check: (file: File, options: UploadOptions) => send.mutate({ file, options, dryRun: true }),
    /** What was checked by a dry run; null where this page does not have its file. */
    checkedBy: (id: string) => (checked?.id === id ? checked : null),
    importChecked: (what: Checked) => send.mutate({ ...what, dryRun: false }),
    /** The ids of the organizations before an import; null where this page did not begin it. */
    organizationsBefore: (id: string) => (before?.id === id ? before.organizations : null),
    cancel: (id: string) => cancel.mutate({ id, kept }),
  };
}

/** A CSV file is the table that it is named like. */
function inFileWords(error: unknown, { name }: File): unknown {
  const tables = error instanceof ApiError ? error.fields.get('file') : undefined;
  if (!(error instanceof ApiError) || tables === undefined) return error;
  const title = t`${name} is named like no table`;
  const detail = t`Name the file like the table in it, such as tickets.csv. It ${tables}.`;
  return new ApiError(error.status, title, detail, error.code);
}

interface SendWhat {
  readonly file: File;
  readonly options: UploadOptions;
  readonly dryRun: boolean;
}
