import { t } from '@lingui/core/macro';
import { Box, Button, Group, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../api/client';
import type { Report } from '../api/report';
import { Dimmed, megabytes } from '../text/format';
import { Action } from './buttons';
import { EmptyState, Failure } from './page';

/** How long a report runs before its progress and "Cancel" are shown over existing figures. */
const LONG_MS = 1_000;

/**
 * Shows the progress, figures or error of a report. Figures of the previous filters remain until the new ones arrive.
 */
export function ReportView<T>(props: {
  report: Report<T>;
  children: (data: T) => ReactNode;
  height?: number;
}) {
  const { report, children, height = 320 } = props;
  const { query, bytes, cancel } = report;
  const running = { bytes, cancel, waiting: query.failureReason };
  const reload = () => void query.refetch();
  const loadAgain = <Action onClick={reload}>{t`Reload`}</Action>;
  if (query.isError && !query.isFetching) return <Failure error={query.error} onRetry={reload} />;
  if (query.data === undefined) {
    return query.fetchStatus === 'idle' ? (
      <EmptyState title={t`Cancelled`}>{loadAgain}</EmptyState>
    ) : (
      <Stack gap="xs">
        <Running {...running} />
        <Skeleton h={height} />
      </Stack>
    );
  }
  const isRunning = query.fetchStatus !== 'idle';
  return (
    <Box pos="relative" aria-busy={isRunning}>
      {isRunning && (
        <Box pos="absolute" top={-10} left={0} right={0} style={{ zIndex: 5 }}>
          <Running {...running} isSlim />
        </Box>
      )}
      {query.isPlaceholderData && !isRunning && (
        <Group className="surface" role="status" gap="sm" p="xs" mb="md">
          <Text size="sm">{t`Cancelled. These figures are for the previous filters.`}</Text>
          {loadAgain}
        </Group>
      )}
      <Box style={{ opacity: isRunning && query.isPlaceholderData ? 0.55 : 1 }}>
        {children(query.data)}
      </Box>
    </Box>
  );
}

/** The progress of a report. The slim form is shown over figures, with text only if the report takes long. */
function Running(props: {
  bytes: number;
  cancel: () => void;
  waiting: Error | null;
  isSlim?: boolean;
}) {
  const { bytes, cancel, waiting, isSlim = false } = props;
  const [isLong, setIsLong] = useState(false);
  useTimeout(() => setIsLong(true), LONG_MS, { autoInvoke: true });
  return (
    <Box role="status" className="no-print">
      <Progress value={100} animated size={3} aria-label={t`Loading`} />
      {(!isSlim || isLong) && (
        <Group
          className={isSlim ? 'surface' : undefined}
          justify="space-between"
          mt={isSlim ? 0 : 6}
          px={isSlim ? 'xs' : 0}
          mih={28}
        >
          <Dimmed>{progress(waiting, bytes)}</Dimmed>
          <Button size="compact-xs" variant="subtle" onClick={cancel}>
            {t`Cancel`}
          </Button>
        </Group>
      )}
    </Box>
  );
}

function progress(waiting: Error | null, bytes: number): string {
  if (waiting instanceof ApiError) {
    return t`${waiting.title}. Trying again in ${{ seconds: waiting.retryAfter ?? 1 }} s.`;
  }
  return bytes > 0 ? t`${megabytes(bytes)} received` : t`Loading…`;
}
