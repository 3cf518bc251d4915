import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { ApiError } from '../api/client';
import { notify } from './notices';

/** Tells in a corner of the page what was refused, in the API's words, or `otherwise` in the console's. */
export function showRefusal(
  error: unknown,
  otherwise: { title: string; message: string },
  onRetry?: () => void,
): void {
  const { title, message } =
    error instanceof ApiError ? { title: error.title, message: error.detail } : otherwise;
  const withdraw = notify({
    isRefusal: true,
    isKept: onRetry !== undefined,
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
