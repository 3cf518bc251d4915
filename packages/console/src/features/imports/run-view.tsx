import { plural, t } from '@lingui/core/macro';
import { Alert, Button, Group, List, Progress, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Schemas } from '../../api/client';
import { fileOf } from '../../api/report';
import { count, wholePercents } from '../../text/format';
import { Downloads } from '../../ui/downloads';
import { Failure } from '../../ui/page';
import { type Column, countColumn, textColumn } from '../../ui/table/columns';
import { DataTable } from '../../ui/table/data-table';
import {
  CheckAgain,
  ConfirmImport,
  ImportedOrganizations,
  RunChanges,
  UndoImport,
} from './next-steps';
import { runQuery, watchRun } from './runs';
import { isSame, type UploadOptions, type Uploads, useKeptOrganization } from './upload';
import {
  changesInWords,
  inPageWords,
  isOver,
  lacksMeaning,
  optionsToChoose,
  STATUSES,
  tableName,
  toAdvice,
} from './words';

type Run = Schemas['ImportRunDetails'];
type Counts = Schemas['ImportFileCounts'];
type Fault = Schemas['ImportFault'];

export function RunView(props: {
  id: string;
  /** The options of the page, which may have changed since the check. */
  options: UploadOptions;
  uploads: Uploads;
  /** Called with the ID of the import that undoes this one. */
  onUndo: (id: string) => void;
}) {
  const { id, options, uploads, onUndo } = props;
  const client = useQueryClient();
  const kept = useKeptOrganization();
  const { data: run, error, refetch } = useQuery(runQuery({ id, kept }));
  useEffect(() => watchRun(client, { id, kept }), [client, id, kept]);
  const checked = uploads.checkedBy(id);
  const hasChanged = checked !== null && (checked.isStale ?? !isSame(checked.options, options));
  if (run === undefined) {
    return error === null ? null : <Failure error={error} onRetry={() => void refetch()} />;
  }
  return (
    <Stack gap="sm" component="section" aria-label={t`Import of ${run.name}`}>
      <Title order={2}>{headingOf(run)}</Title>
      {run.ignored.length > 0 && (
        <Alert color="yellow" title={t`Not read`}>
          {run.options.listSource === null
            ? t`No table is named ${run.ignored.join(', ')}.`
            : run.ignored.join(', ')}
        </Alert>
      )}
      {isOver(run.status) ? (
        <>
          {hasChanged && <CheckAgain {...{ checked, options, uploads }} />}
          <Outcome {...{ run, hasChanged, uploads, onUndo }} />
        </>
      ) : (
        <Running run={run} onCancel={() => uploads.cancel(id)} />
      )}
    </Stack>
  );
}

/** The API names undos, such as "Undo of tickets.csv". */
function headingOf(run: Run): string {
  if (run.undoes !== null) return run.name;
  return run.options.dryRun ? t`Check of ${run.name}` : t`Import of ${run.name}`;
}

function Running({ run, onCancel }: { run: Run; onCancel: () => void }) {
  const { status, progress } = run;
  const percent = Math.floor(progress * 100);
  return (
    <Group className="surface" p="sm" role="status" wrap="nowrap">
      <Text size="sm" miw={160}>
        {status === 'waiting'
          ? t`Waiting for other imports`
          : `${STATUSES[status]}, ${wholePercents.format(percent / 100)}`}
      </Text>
      <Progress value={percent} flex={1} aria-label={t`Progress of the import`} />
      <Button size="xs" variant="default" onClick={onCancel}>
        {t`Cancel`}
      </Button>
    </Group>
  );
}

interface OutcomeProps {
  run: Run;
  /** Whether another check is required before the import. */
  hasChanged: boolean;
  uploads: Uploads;
  onUndo: (id: string) => void;
}

function Outcome({ run, ...rest }: OutcomeProps) {
  switch (run.status) {
    case 'succeeded':
      return <Changes run={run} {...rest} />;
    case 'refused':
      return <Faults run={run} />;
    default:
      return (
        <Alert color="red" title={STATUSES[run.status]} role="alert">
          {run.reason ?? t`Nothing was changed. Import the file again.`}
        </Alert>
      );
  }
}

function Changes({ run, hasChanged, uploads, onUndo }: OutcomeProps) {
  const lines = changesInWords(run.files);
  const notices = run.files.flatMap(file => file.notices ?? []);
  const { dryRun } = run.options;
  return (
    <>
      <Alert color={dryRun ? 'blue' : 'teal'} title={title(dryRun, lines.length)} role="status">
        {lines.length > 0 && (
          <List size="sm">
            {lines.map(line => (
              <List.Item key={line}>{line}</List.Item>
            ))}
          </List>
        )}
        {lines.length === 0 && t`The records already match the file.`}
        {notices.map(notice => (
          <Text key={notice} size="sm" mt="xs" fw={600}>
            {inPageWords(notice)}
          </Text>
        ))}
        {dryRun && lines.length > 0 && !hasChanged && (
          <Group mt="sm">
            <ConfirmImport checked={uploads.checkedBy(run.id)} uploads={uploads} />
          </Group>
        )}
        {!dryRun && (
          <ImportedOrganizations run={run} before={uploads.organizationsBefore(run.id)} />
        )}
        {!dryRun && run.hasChanges && (
          <Group mt="sm">
            <UndoImport id={run.id} onUndo={onUndo} />
          </Group>
        )}
      </Alert>
      <DataTable
        label={t`Rows by table`}
        columns={COUNTS}
        rows={run.files}
        rowId={({ file }) => file}
        caption={plural(
          run.files.reduce((sum, { read }) => sum + read, 0),
          { one: '# row read', other: '# rows read' },
        )}
      />
      {run.hasChanges && <RunChanges id={run.id} />}
    </>
  );
}

function title(dryRun: boolean, changing: number): string {
  if (changing === 0) return dryRun ? t`Nothing will change` : t`Nothing changed`;
  return dryRun ? t`What will change` : t`Imported`;
}

function Faults({ run }: { run: Run }) {
  const { id, faults, faultCount } = run;
  const kept = useKeptOrganization();
  return (
    <>
      <Alert color="red" title={t`Nothing was imported`} role="alert">
        {faultCount === 0 ? run.reason : faultsInWords(run)}
      </Alert>
      {faults.length > 0 && (
        <>
          <Downloads
            run={fileOf(kept, 'get', '/records/imports/{id}/faults', { params: { path: { id } } })}
          />
          <DataTable
            label={t`Faults`}
            columns={FAULTS}
            rows={equalFaults(faults)}
            rowId={({ index }) => String(index)}
            caption={
              faultCount > faults.length
                ? t`The first ${count(faults.length)} of ${count(faultCount)}; the downloads have more, with line numbers`
                : undefined
            }
          />
        </>
      )}
    </>
  );
}

/** Combines faults that differ only in their lines, with their number. */
function equalFaults(faults: readonly Fault[]): ShownFault[] {
  const groups = Map.groupBy(faults, ({ line: _, ...same }) => JSON.stringify(same));
  return [...groups.values()].map((equal, index) => ({
    ...equal[0]!,
    index,
    places: equal.length,
  }));
}

type ShownFault = Fault & { readonly index: number; readonly places: number };

function placesOf({ line, places }: ShownFault): string | null {
  const first = line === null ? null : String(line);
  return places === 1 ? first : t`${first ?? ''} and ${count(places - 1)} more`;
}

function faultsInWords({ faults, faultCount }: Run): string {
  if (faults.length > 0 && faults.every(lacksMeaning)) {
    return plural(faultCount, {
      one: '# fault. Choose what the word means above, and check again.',
      other: '# faults. Choose what the words mean above, and check again.',
    });
  }
  const options = optionsToChoose(faults);
  return options === null
    ? plural(faultCount, {
        one: '# fault. Correct it in the file and drop the file again.',
        other: '# faults. Correct them in the file and drop the file again.',
      })
    : plural(faultCount, {
        one: `# fault. Correct it in the file and drop the file again, or choose ${options} under “Options” and check again.`,
        other: `# faults. Correct them in the file and drop the file again, or choose ${options} under “Options” and check again.`,
      });
}

const COUNTS: Column<Counts>[] = [
  textColumn('file', t`Table`, ({ file }) => tableName(file), 230),
  countColumn('read', t`Read`, counts => counts.read),
  countColumn('inserted', t`New`, counts => counts.inserted),
  countColumn('updated', t`Changed`, counts => counts.updated),
  countColumn('unchanged', t`Unchanged`, counts => counts.unchanged),
  countColumn('deleted', t`Deleted`, counts => counts.deleted),
];

const FAULTS: Column<ShownFault>[] = [
  textColumn('file', t`Table`, ({ file }) => tableName(file), 150),
  textColumn('line', t`Line`, ({ line }) => line, 90, { cell: placesOf, align: 'right' }),
  textColumn('column', t`Column`, ({ column }) => column, 110),
  textColumn('value', t`Found`, ({ value }) => (value === '' ? t`(empty)` : value), 150, {
    cell: 'lines',
  }),
  textColumn('expected', t`Expected`, fault => toAdvice(fault).expected, 240, { cell: 'lines' }),
  textColumn('remedy', t`What to do`, fault => toAdvice(fault).remedy, 290, { cell: 'lines' }),
];
