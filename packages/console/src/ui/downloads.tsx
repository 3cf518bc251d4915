import { t } from '@lingui/core/macro';
import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { answered } from '../api/client';
import { leaveIfSignedOut } from '../api/queries';
import { type RunDownload, reportsOf } from '../api/report';
import { fileName, reportFetch } from '../api/transfers';
import { megabytes } from '../text/format';
import { Icon } from './icons';
import { showRefusal } from './notices';

const FORMATS = [
  { format: 'csv', label: t`Download CSV` },
  { format: 'xlsx', label: t`Download Excel` },
] as const;

/** Buttons to download the report with the filters of the page. Leaving the page cancels a download. */
export function Downloads({ run, disabled = false }: { run: RunDownload; disabled?: boolean }) {
  return <DownloadsAs formats={FORMATS} run={run} disabled={disabled} />;
}

export function DownloadsAs<Format extends string>(props: {
  /** The formats, with an accessible name if the label occurs repeatedly on the page. */
  formats: readonly { readonly format: Format; readonly label: string; readonly name?: string }[];
  run: RunDownload<Format>;
  disabled?: boolean;
  size?: 'xs' | 'compact-xs';
}) {
  const { formats, run, disabled = false, size = 'xs' } = props;
  const { running, start, cancel } = useDownload(run);
  return (
    <Group gap="xs" className="no-print">
      {running !== null && (
        <Text size="sm" role="status">
          {running.bytes > 0 ? t`${megabytes(running.bytes)} received` : t`Preparing the file…`}
        </Text>
      )}
      {formats.map(({ format, label, name }) => {
        const isRunning = running?.format === format;
        // The pressed button becomes "Cancel", so that it keeps the focus.
        return (
          <Button
            key={format}
            size={size}
            variant="default"
            aria-label={isRunning ? undefined : name}
            leftSection={size === 'xs' && <Icon of={Download} size={16} />}
            disabled={disabled || (running !== null && !isRunning)}
            onClick={() => (isRunning ? cancel() : void start(format))}
          >
            {isRunning ? t`Cancel download` : label}
          </Button>
        );
      })}
    </Group>
  );
}

function useDownload<Format extends string>(run: RunDownload<Format>) {
  const queryClient = useQueryClient();
  const [running, setRunning] = useState<{ format: Format; bytes: number } | null>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  const start = async (format: Format) => {
    const { signal } = (controller.current = new AbortController());
    const onBytes = (bytes: number) => setRunning({ format, bytes });
    onBytes(0);
    try {
      const fetch = reportFetch(reportsOf(queryClient), onBytes);
      const { data, response } = await answered(run(format, { signal, parseAs: 'blob', fetch }));
      if (data !== undefined) save(data, fileName(response) ?? `report.${format}`);
    } catch (error) {
      if (signal.aborted) return;
      leaveIfSignedOut(queryClient, error);
      showRefusal(error);
    } finally {
      setRunning(null);
    }
  };
  return { running, start, cancel: () => controller.current?.abort() };
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
