import { t } from '@lingui/core/macro';
import { Group, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { apiOf, apiQuery, type Schemas } from '../../api/client';
import { fileOf, useReport } from '../../api/report';
import { ConfirmedAction } from '../../ui/buttons';
import { Downloads } from '../../ui/downloads';
import { useChange } from '../../ui/notices';
import { EmptyState } from '../../ui/page';
import { PagedReport } from '../../ui/paged-report';
import type { Column } from '../../ui/table/columns';
import { textColumn } from '../../ui/table/record-columns';
import { PAGE_SIZE, RUNS } from './runs';
import { useKeptOrganization } from './upload';
import { tableName } from './words';

type Change = Schemas['ImportChange'];

export function RunChanges({ id }: { id: string }) {
  const kept = useKeptOrganization();
  const [page, setPage] = useState(1);
  const report = useReport(
    apiQuery(RUNS, kept, '/records/imports/{id}/changes', {
      params: { path: { id }, query: { page, pageSize: PAGE_SIZE } },
    }),
  );
  return (
    <Stack gap="xs" component="section" aria-label={t`Changes`}>
      <Group justify="space-between">
        <Title order={3}>{t`Changes`}</Title>
        <Downloads
          run={fileOf(kept, 'get', '/records/imports/{id}/changes', { params: { path: { id } } })}
        />
      </Group>
      <PagedReport
        report={report}
        label={t`Changes, before and after`}
        columns={COLUMNS}
        rowId={({ table, id: row, column }) => `${table} ${row} ${column}`}
        onPage={setPage}
        empty={
          <EmptyState
            title={t`No changes are kept`}
          >{t`People may have been erased since.`}</EmptyState>
        }
      />
    </Stack>
  );
}

export function UndoImport({ id, onUndo }: { id: string; onUndo: (id: string) => void }) {
  const kept = useKeptOrganization();
  const params = { path: { id } };
  const undo = useChange(() => apiOf(kept).post('/records/imports/{id}/undo', { params }), {
    onSuccess: run => onUndo(run.id),
    meta: { changes: [RUNS] },
  });
  return (
    <ConfirmedAction
      size="xs"
      title={t`Undo this import?`}
      text={t`Rows that it added are deleted, and rows that it changed or deleted are restored. If one of them has been changed since, nothing happens and the faults say which. An undo can be undone.`}
      action={t`Undo`}
      change={undo}
    >
      {t`Undo…`}
    </ConfirmedAction>
  );
}

const COLUMNS: Column<Change>[] = [
  textColumn('table', t`Table`, ({ table }) => tableName(table), 150),
  textColumn('person', t`Person`, ({ person }) => person, 170),
  textColumn('column', t`Column`, ({ column }) => column, 130),
  textColumn('before', t`Before`, ({ before }) => before, 200, 'lines'),
  textColumn('after', t`After`, ({ after }) => after, 200, 'lines'),
  textColumn('id', 'ID', ({ id }) => id, 290),
];
