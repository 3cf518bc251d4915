import { Box, Button, Group, Progress, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiError } from '../api/client';
import type { Report } from '../api/queries';
import { megabytes } from './format';
import { Failure, Nothing } from './page';

/**
 * What a report shows: how far it is while it runs, its figures, or why there are none. Figures of the
 * filters before stay in place until the new ones are there.
 */
export function ReportView<T>(props: {
  report: Report<T>;
  children: (data: T) => ReactNode;
  height?: number;
}) {
  const { report, children, height = 320 } = props;
  const { query, bytes, cancel } = report;
  const isStale = query.isPlaceholderData || (query.isFetching && query.data !== undefined);
  if (query.isError && !query.isFetching) {
    return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.data === undefined) {
    if (query.fetchStatus === 'idle') {
      return (
        <Nothing title="Cancelled">
          <Button size="xs" mt="xs" variant="default" onClick={() => void query.refetch()}>
            Load again
          </Button>
        </Nothing>
      );
    }
    return (
      <Stack gap="xs">
        <Running bytes={bytes} cancel={cancel} waiting={query.failureReason} />
        <Skeleton h={height} />
      </Stack>
    );
  }
  return (
    <Box pos="relative" aria-busy={isStale}>
      {isStale && (
        <Box pos="absolute" top={-10} left={0} right={0} style={{ zIndex: 5 }}>
          <Running bytes={bytes} cancel={cancel} waiting={query.failureReason} isSlim />
        </Box>
      )}
      <Box style={{ opacity: isStale ? 0.55 : 1 }}>{children(query.data)}</Box>
    </Box>
  );
}

function Running(props: {
  bytes: number;
  cancel: () => void;
  waiting: Error | null;
  isSlim?: boolean;
}) {
  const { bytes, cancel, waiting, isSlim = false } = props;
  const refusal = waiting instanceof ApiError ? waiting : null;
  return (
    <Box role="status">
      <Progress value={100} animated size={3} aria-label="Loading" />
      {!isSlim && (
        <Group justify="space-between" mt={6} mih={28}>
          <Text size="sm" c="dimmed">
            {refusal !== null
              ? `${refusal.title}. Trying again in ${refusal.retryAfter ?? 1} s.`
              : bytes > 0
                ? `${megabytes(bytes)} received`
                : 'Loading…'}
          </Text>
          <Button size="compact-xs" variant="subtle" onClick={cancel}>
            Cancel
          </Button>
        </Group>
      )}
    </Box>
  );
}
