import { t } from '@lingui/core/macro';
import { Button, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { fileOf } from '../../api/report';
import { ListForm } from '../../features/imports/list-form';
import {
  hasTemplateFormat,
  mayBeList,
  type Preview,
  previewList,
  sourceFor,
  sourcesQuery,
} from '../../features/imports/lists';
import { RunList } from '../../features/imports/run-list';
import { RunView } from '../../features/imports/run-view';
import { rememberedOptions, runsQuery } from '../../features/imports/runs';
import { type UploadOptions, useKeptOrganization, useUploads } from '../../features/imports/upload';
import { UploadForm } from '../../features/imports/upload-form';
import { id, number, searchOf, text, useSetFilters } from '../../search';
import { organizationOf } from '../../shell/organization';
import { Dimmed, megabytes } from '../../text/format';
import { DownloadsAs } from '../../ui/downloads';
import { Failure, Page } from '../../ui/page';

const search = searchOf({ organization: text(), run: id(), page: number() });
type Filters = ReturnType<typeof search>;

export const Route = createFileRoute('/_signed-in/imports')({
  validateSearch: search,
  component: ImportsPage,
});

function ImportsPage() {
  const { run, page, organization: named } = Route.useSearch();
  const setFilters = useSetFilters<Filters>();
  const [chosen, setOptions] = useState<UploadOptions | null>(null);
  const { session } = Route.useRouteContext();
  const organization = organizationOf(session, named);
  const { data: runs } = useQuery(runsQuery(useKeptOrganization()));
  const options = chosen ?? rememberedOptions(runs?.items ?? [], organization);
  const showRun = (id: string) => setFilters({ run: id });
  const uploads = useUploads(organization, showRun);
  const [list, setList] = useState<{ file: File; preview: Preview } | null>(null);
  const sources = useQuery({
    ...sourcesQuery(organization ?? ''),
    enabled: list !== null && organization !== null,
  });
  const check = (file: File) => {
    const { source: _, ...own } = options;
    setOptions(own);
    uploads.check(file, own);
  };
  const take = (file: File) => {
    setList(null);
    setFilters({ run: undefined });
    if (organization === null || !mayBeList(file)) {
      check(file);
      return;
    }
    uploads.preview(file, async signal => {
      const preview = await previewList(file, organization, signal);
      if (hasTemplateFormat(preview)) check(file);
      else setList({ file, preview });
    });
  };
  const checkList = (source: string) => {
    const { allowRemovals, allowErased, updateAccounts, overwriteHand } = options;
    const chosen = { source, allowRemovals, allowErased, updateAccounts, overwriteHand };
    setOptions(chosen);
    uploads.check(list!.file, chosen);
  };
  const { refused, sending } = uploads;
  return (
    <Page
      title={t`Imports`}
      about={t`Records of organizations. A file is checked first, then imported completely or not at all.`}
      actions={<Exports organization={organization} />}
    >
      <UploadForm
        options={options}
        onOptions={setOptions}
        onFile={take}
        disabled={sending !== null}
      />
      {refused !== null && <Failure error={refused} onClose={uploads.clearError} />}
      {sending !== null && (
        <Group className="surface" p="sm" role="status">
          <Loader size="xs" />
          <Text size="sm" flex={1}>
            {t`Uploading ${sending.name}, ${megabytes(sending.size)}`}
          </Text>
          <Button size="xs" variant="default" onClick={uploads.cancelSending}>
            {t`Cancel`}
          </Button>
        </Group>
      )}
      {list !== null && sources.isError && (
        <Failure error={sources.error} onRetry={() => void sources.refetch()} />
      )}
      {list !== null && organization !== null && sources.data !== undefined && (
        <ListForm
          key={`${list.file.lastModified} ${list.file.name}`}
          {...list}
          source={sourceFor(list.preview, sources.data.items) ?? null}
          organization={organization}
          onCheck={checkList}
          onChange={uploads.setStale}
        />
      )}
      {run !== undefined && (
        <RunView key={run} {...{ id: run, options, uploads }} onUndo={showRun} />
      )}
      <Stack gap="xs" component="section" aria-label={t`All imports`}>
        <Title order={2}>{t`All imports`}</Title>
        <RunList page={page} />
      </Stack>
    </Page>
  );
}

function Exports({ organization }: { organization: string | null }) {
  return organization === null ? (
    <Dimmed>{t`To export records, choose an organization at the top of the page.`}</Dimmed>
  ) : (
    <DownloadsAs
      formats={[
        { format: 'zip', label: t`Export CSV` },
        { format: 'xlsx', label: t`Export Excel` },
      ]}
      run={fileOf(organization, 'get', '/records/export')}
    />
  );
}
