import { t } from '@lingui/core/macro';
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiOf, apiQuery, type Schemas } from '../../api/client';
import { companiesQuery } from '../../api/queries';
import { fileOf, useReport } from '../../api/report';
import { ButtonLink } from '../../ui/buttons';
import { ChangeAction } from '../../ui/change';
import { Downloads } from '../../ui/downloads';
import { EmptyState } from '../../ui/page';
import { PagedReport } from '../../ui/paged-report';
import { type Column, textColumn } from '../../ui/table/columns';
import { PAGE_SIZE } from './runs';
import {
  type Checked,
  RUNS,
  type UploadOptions,
  type Uploads,
  useKeptOrganization,
} from './upload';
import { tableName } from './words';

/** Imports the checked file with the same options. */
export function ConfirmImport(props: { checked: Checked | null; uploads: Uploads }) {
  const { checked, uploads } = props;
  if (checked === null) return <Text size="sm">{t`To import it, drop the file again.`}</Text>;
  return (
    <Button onClick={() => uploads.importChecked(checked)} loading={uploads.sending !== null}>
      {t`Import`}
    </Button>
  );
}

/** Requires another check, because the options have changed since the last one. A list is checked by its form. */
export function CheckAgain(props: { checked: Checked; options: UploadOptions; uploads: Uploads }) {
  const { checked, options, uploads } = props;
  return (
    <Alert color="yellow" title={t`The options have changed since this check`}>
      <Text size="sm">{t`What is shown below does not include the change.`}</Text>
      {!checked.isStale && (
        <Button
          mt="sm"
          size="xs"
          onClick={() => uploads.check(checked.file, options)}
          loading={uploads.sending !== null}
        >
          {t`Check again`}
        </Button>
      )}
    </Alert>
  );
}

/** If there are more, a link to the page that lists them is shown instead. */
const MAX_ORGANIZATIONS = 5;

/** Links to the imported organizations, as far as they are known; for a record keeper, to their own. */
export function ImportedOrganizations(props: {
  run: Schemas['ImportRunDetails'];
  /** The IDs of organizations before the import; null if unknown. */
  before: ReadonlySet<string> | null;
}) {
  const { run, before } = props;
  const kept = useKeptOrganization();
  const { data, isFetching } = useQuery({ ...companiesQuery(''), enabled: kept === null });
  if (kept !== null) {
    return (
      <Group mt="sm">
        <ButtonLink size="xs" to="/overview" search={{ organization: kept }}>
          {t`Open the overview`}
        </ButtonLink>
      </Group>
    );
  }
  if (isFetching || data === undefined) return null;
  const imported = data.items.filter(
    ({ id, handle }) => run.options.companies.includes(handle) || before?.has(id) === false,
  );
  return (
    <Group mt="sm" gap="sm">
      {imported.slice(0, MAX_ORGANIZATIONS).map(({ id, handle, name }) => (
        <ButtonLink key={id} size="xs" to="/overview" search={{ organization: handle }}>
          {t`Open ${name}`}
        </ButtonLink>
      ))}
      {(imported.length === 0 || imported.length > MAX_ORGANIZATIONS) && (
        <ButtonLink size="xs" variant="default" to="/choose-organization">
          {t`Choose an organization`}
        </ButtonLink>
      )}
    </Group>
  );
}

type Change = Schemas['ImportChange'];

export function RunChanges({ id }: { id: string }) {
  const kept = useKeptOrganization();
  const [page, setPage] = useState(1);
  const pageOf = (page: number, pageSize: number) =>
    apiQuery(RUNS, kept, '/records/imports/{id}/changes', {
      params: { path: { id }, query: { page, pageSize } },
    });
  const report = useReport(pageOf(page, PAGE_SIZE));
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
        pageOf={pageOf}
        empty={
          <EmptyState
            title={t`The changes are no longer available`}
          >{t`People may have been erased since.`}</EmptyState>
        }
      />
    </Stack>
  );
}

export function UndoImport({ id, onUndo }: { id: string; onUndo: (id: string) => void }) {
  const kept = useKeptOrganization();
  const params = { path: { id } };
  return (
    <ChangeAction
      size="xs"
      title={t`Undo this import?`}
      text={t`Rows that it added are deleted, and rows that it changed or deleted are restored. If one of them has changed since, nothing is undone, and the faults name it. An undo can be undone.`}
      action={t`Undo`}
      send={() => apiOf(kept).post('/records/imports/{id}/undo', { params })}
      onSent={run => onUndo(run.id)}
      stale={[RUNS]}
    >
      {t`Undo…`}
    </ChangeAction>
  );
}

const COLUMNS: Column<Change>[] = [
  textColumn('table', t`Table`, ({ table }) => tableName(table), 150),
  textColumn('person', t`Person`, ({ person }) => person, 170),
  textColumn('column', t`Column`, ({ column }) => column, 130),
  textColumn('before', t`Before`, ({ before }) => before, 200, { cell: 'lines' }),
  textColumn('after', t`After`, ({ after }) => after, 200, { cell: 'lines' }),
  textColumn('id', 'ID', ({ id }) => id, 290),
];
