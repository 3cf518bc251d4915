import { t } from '@lingui/core/macro';
import { Alert } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { type ReactNode, useSyncExternalStore } from 'react';
import { ApiError, describeError } from '../api/client';
import { Action } from './buttons';

interface Notice {
  readonly id: number;
  readonly title?: string;
  readonly message: ReactNode;
  readonly isRefusal?: boolean;
  /** Whether it remains until it is closed. */
  readonly isKept?: boolean;
}

const SHOWN_MS = 10_000;
const MAX_NOTICES = 4;

let last = 0;
let shown: readonly Notice[] = [];
const listeners = new Set<() => void>();

/** Shows a notice in the corner of the page, and returns a function that removes it. */
export function notify(notice: Omit<Notice, 'id'>): () => void {
  const id = ++last;
  change([...shown.slice(1 - MAX_NOTICES), { ...notice, id }]);
  return () => withdraw(id);
}

export function clearNotices(): void {
  change([]);
}

/** The open notices, above pages and dialogs. */
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

function NoticeView({ notice }: { notice: Notice }) {
  const { id, title, message, isRefusal = false, isKept = false } = notice;
  useTimeout(() => withdraw(id), SHOWN_MS, { autoInvoke: !isKept });
  return (
    <Alert
      className="surface notice"
      // Screen readers announce errors immediately, and other notices when they are idle.
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

function change(next: readonly Notice[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows an error in the corner of the page; not the end of the session, for which the sign-in is shown. */
export function showRefusal(error: unknown, onRetry?: () => void): void {
  if (error instanceof ApiError && error.isSignedOut) return;
  const { title, detail } = describeError(error);
  const withdraw = notify({
    isRefusal: true,
    isKept: onRetry !== undefined,
    title,
    message: (
      <>
        {detail}
        {onRetry !== undefined && (
          <Action
            display="block"
            mt="xs"
            onClick={() => {
              withdraw();
              onRetry();
            }}
          >
            {t`Try again`}
          </Action>
        )}
      </>
    ),
  });
}

/** A mutation that shows errors in the corner of the page. */
export function useChange<Result, Input = void>(options: UseMutationOptions<Result, Error, Input>) {
  return useMutation({ onError: error => showRefusal(error), ...options });
}
