import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { ApiError } from '../api/client';

/** Tells in a corner of the page what was refused, in the API's words, or `otherwise` in the console's. */
export function showRefusal(
  error: unknown,
  otherwise: { title: string; message: string },
  onRetry?: () => void,
): void {
  const { title, message } =
    error instanceof ApiError ? { title: error.title, message: error.detail } : otherwise;
  const id = notifications.show({
    color: 'red',
    title,
    message: (
      <>
        {message}
        {onRetry !== undefined && (
          <Button
            size="compact-sm"
            variant="default"
            display="block"
            mt="xs"
            onClick={() => {
              notifications.hide(id);
              onRetry();
            }}
          >
            Try again
          </Button>
        )}
      </>
    ),
    autoClose: onRetry === undefined ? 10_000 : false,
  });
}
