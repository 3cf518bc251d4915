import { t } from '@lingui/core/macro';
import { Alert, Button } from '@mantine/core';
import { type QueryKey, type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { wordsOf } from '../api/client';

interface Notice {
  readonly title?: string;
  readonly message: ReactNode;
  readonly isRefusal?: boolean;
  /** Stays until it is closed. */
  readonly isKept?: boolean;
}

interface ShownNotice extends Notice {
  readonly id: number;
}

const SHOWN_MS = 10_000;
const MAX_NOTICES = 4;

let last = 0;
let shown: readonly ShownNotice[] = [];
const listeners = new Set<() => void>();

/** Shows a notice in a corner of the page and returns the function that takes it away. */
export function notify(notice: Notice): () => void {
  const id = ++last;
  change([...shown.slice(1 - MAX_NOTICES), { ...notice, id }]);
  return () => withdraw(id);
}

export function clearNotices(): void {
  change([]);
}

/** The notices that were not closed yet, on top of every page and dialog. */
export function Notices() {
  const notices = useSyncExternalStore(subscribe, () => shown);
  return (
    <div className="notices no-print">
      {notices.map(notice => (
        <NoticeView key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

function NoticeView({ notice }: { notice: ShownNotice }) {
  const { id, title, message, isRefusal = false, isKept = false } = notice;
  useEffect(() => {
    if (isKept) return;
    const timer = setTimeout(() => withdraw(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, isKept]);
  return (
    <Alert
      className="notice"
      // What went well waits until the reader of a screen has finished.
      role={isRefusal ? 'alert' : 'status'}
      color={isRefusal ? 'red' : undefined}
      title={title}
      withCloseButton
      closeButtonLabel={t`Close`}
      onClose={() => withdraw(id)}
    >
      {message}
    </Alert>
  );
}

function withdraw(id: number): void {
  change(shown.filter(notice => notice.id !== id));
}

function change(next: readonly ShownNotice[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says in a corner of the page what was refused. */
export function showRefusal(error: unknown, onRetry?: () => void): void {
  const { title, detail } = wordsOf(error);
  const withdraw = notify({
    isRefusal: true,
    isKept: onRetry !== undefined,
    title,
    message: (
      <>
        {detail}
        {onRetry !== undefined && (
          <Button
            size="compact-sm"
            variant="default"
            display="block"
            mt="xs"
            onClick={() => {
              withdraw();
              onRetry();
            }}
          >
            {t`Try again`}
          </Button>
        )}
      </>
    ),
  });
}

/** A change whose refusal is shown in a corner of the page, and after which queries of the key `stale` are read again. */
export function useChange<Result, Input = void, Before = unknown>(
  mutationFn: (input: Input) => Promise<Result>,
  {
    stale,
    ...options
  }: UseMutationOptions<Result, Error, Input, Before> & { stale?: QueryKey } = {},
) {
  return useMutation({
    mutationFn,
    onError: error => showRefusal(error),
    ...(stale && { meta: { stale } }),
    ...options,
  });
}
