import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { rethrowUnanswered, toApiError } from '../api/client';
import { leaveIfSignedOut } from '../api/queries';
import { fileName, reportFetch } from '../api/transfers';
import { megabytes } from './format';
import { DownloadIcon } from './icons';
import { showRefusal } from './refusal';

const FORMATS = [
  { format: 'csv', label: 'Download CSV' },
  { format: 'xlsx', label: 'Download Excel' },
] as const;

const FAILED = {
  title: 'The download failed',
  message: 'The connection broke off before the file was complete.',
};

/** What a download's request is made with. */
export interface DownloadRun {
  readonly format: 'csv' | 'xlsx';
  readonly signal: AbortSignal;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly parseAs: 'blob';
}

interface Answer {
  data?: unknown;
  error?: unknown;
  response: Response;
}

/** The report as a file, with the filters of the page; it shows how much has arrived and can be cancelled. */
export function Downloads(props: {
  run: (run: DownloadRun) => Promise<Answer>;
  disabled?: boolean;
}) {
  const { run, disabled = false } = props;
  const queryClient = useQueryClient();
  const [running, setRunning] = useState<{ format: string; bytes: number } | null>(null);
  const controller = useRef<AbortController | null>(null);

  const start = async (format: 'csv' | 'xlsx') => {
    const { signal } = (controller.current = new AbortController());
    setRunning({ format, bytes: 0 });
    const onBytes = (bytes: number) => setRunning({ format, bytes });
    try {
      const { data, error, response } = await run({
        format,
        signal,
        parseAs: 'blob',
        fetch: reportFetch(onBytes),
      }).catch(rethrowUnanswered);
      if (!response.ok) throw toApiError(response, error);
      save(data as Blob, fileName(response) ?? `report.${format}`);
    } catch (error) {
      if (signal.aborted) return;
      leaveIfSignedOut(queryClient, error);
      showRefusal(error, FAILED);
    } finally {
      setRunning(null);
    }
  };

  if (running !== null) {
    return (
      <Group gap="xs" role="status" mih={30} className="no-print">
        <Text size="sm">
          {running.bytes > 0 ? `${megabytes(running.bytes)} received` : 'Preparing the file…'}
        </Text>
        <Button size="xs" variant="default" onClick={() => controller.current?.abort()}>
          Cancel download
        </Button>
      </Group>
    );
  }
  return (
    <Group gap="xs" className="no-print">
      {FORMATS.map(({ format, label }) => (
        <Button
          key={format}
          size="xs"
          variant="default"
          leftSection={<DownloadIcon />}
          disabled={disabled}
          onClick={() => void start(format)}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
