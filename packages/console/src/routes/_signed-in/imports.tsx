import { Button, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { apiOf } from '../../api/client';
import { CheckAgain, ConfirmImport } from '../../features/imports/confirm-import';
import { ImportedOrganizations } from '../../features/imports/imported-organizations';
import { KeptOrganization, recordsApi, useKept } from '../../features/imports/kept';
import { RunList } from '../../features/imports/run-list';
import { RunView } from '../../features/imports/run-view';
import { runQuery, watchRun } from '../../features/imports/runs';
import { isSame, type UploadOptions } from '../../features/imports/upload';
import { UploadForm } from '../../features/imports/upload-form';
import { useUploads } from '../../features/imports/use-uploads';
import { number, orAbsent, searchOf, text, useSetFilters } from '../../search';
import { organizationOf } from '../../shell/organization';
import { megabytes } from '../../text/format';
import { DownloadsAs } from '../../ui/downloads';
import { Failure, Page } from '../../ui/page';

const search = searchOf(
  z.object({ organization: text(), run: orAbsent(z.uuid()), page: number() }),
);
type Filters = ReturnType<typeof search>;

export const Route = createFileRoute('/_signed-in/imports')({
  validateSearch: search,
  component: ImportsPage,
});

/** How records come in and out. */
function ImportsPage() {
  const { run, page } = Route.useSearch();
  const setFilters = useSetFilters<Filters>();
  const [options, setOptions] = useState<UploadOptions>({});
  const { session } = Route.useRouteContext();
  const organization = organizationOf(session, Route.useSearch().organization);
  const kept = session.roles.isOperator ? null : organization;
  const uploads = useUploads(id => setFilters({ run: id }), kept);
  return (
    <KeptOrganization value={kept}>
      <Page
        title="Imports"
        about="Records of organizations. A file is checked first, and imported completely or not at all."
        actions={<FileDownloads />}
      >
        <UploadForm
          options={options}
          onOptions={setOptions}
          onFile={file => uploads.check(file, options)}
          disabled={uploads.sending !== null}
        />
        {uploads.sending !== null && (
          <Group className="surface" p="sm" role="status">
            <Loader size="xs" />
            <Text size="sm" flex={1}>
              Sending {uploads.sending.name}, {megabytes(uploads.sending.size)}
            </Text>
            <Button size="xs" variant="default" onClick={uploads.stopSending}>
              Cancel
            </Button>
          </Group>
        )}
        {run !== undefined && (
          <ShownRun
            key={run}
            {...{ id: run, options, uploads }}
            onUndo={id => setFilters({ run: id })}
          />
        )}
        <Stack gap="xs" component="section" aria-label="All imports">
          <Title order={2} size="h4">
            All imports
          </Title>
          <RunList page={page} onPage={(next, how) => setFilters({ run, page: next }, how)} />
        </Stack>
      </Page>
    </KeptOrganization>
  );
}

function ShownRun(props: {
  id: string;
  options: UploadOptions;
  uploads: ReturnType<typeof useUploads>;
  onUndo: (id: string) => void;
}) {
  const { id, options, uploads, onUndo } = props;
  const { queryClient } = Route.useRouteContext();
  const kept = useKept();
  const { data, error, refetch } = useQuery(runQuery({ id, kept }));
  useEffect(() => watchRun(queryClient, { id, kept }), [queryClient, id, kept]);
  const checked = uploads.checkedBy(id);
  const isOther = checked !== null && !isSame(checked.options, options);
  if (data === undefined)
    return error === null ? null : <Failure error={error} onRetry={() => void refetch()} />;
  return (
    <RunView
      run={data}
      onCancel={() => uploads.cancel(id)}
      onUndo={onUndo}
      next={<ImportedOrganizations run={data} before={uploads.organizationsBefore(id)} />}
      again={isOther && <CheckAgain {...{ checked, options, uploads }} />}
      confirm={!isOther && <ConfirmImport checked={checked} uploads={uploads} />}
    />
  );
}

/** The template, and the records of the organization that is chosen. */
function FileDownloads() {
  const kept = useKept();
  const { session } = Route.useRouteContext();
  const { organization: named } = Route.useSearch();
  const organization = organizationOf(session, named);
  return (
    <Stack gap="xs">
      <DownloadsAs
        formats={[
          { format: 'zip', label: 'Template CSV' },
          { format: 'xlsx', label: 'Template Excel' },
        ]}
        run={(format, call) =>
          recordsApi(kept).GET('/records/template', { ...call, params: { query: { format } } })
        }
      />
      {organization === null ? (
        <Text size="sm" c="dimmed">
          To export records, choose an organization at the top.
        </Text>
      ) : (
        <DownloadsAs
          formats={[
            { format: 'zip', label: 'Export CSV' },
            { format: 'xlsx', label: 'Export Excel' },
          ]}
          run={(format, call) =>
            apiOf(organization).GET('/records/export', { ...call, params: { query: { format } } })
          }
        />
      )}
    </Stack>
  );
}
