import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { type QueryKey, type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { wordsOf } from '../api/client';
import { notify } from './notices';

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
