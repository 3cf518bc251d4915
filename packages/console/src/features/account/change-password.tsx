import { t } from '@lingui/core/macro';
import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ApiError, api } from '../../api/client';
import { Field, formText, onSubmit } from '../../ui/form';
import { notify } from '../../ui/notices';
import { Failure, Section } from '../../ui/page';

export function ChangePassword({ email }: { email: string }) {
  const change = useMutation({
    mutationFn: (data: FormData) =>
      api.post('/me/password', {
        body: { current: formText(data, 'current'), new: formText(data, 'new') },
      }),
    onSuccess: () =>
      notify({ message: t`The password is changed. Every other session has ended.` }),
  });
  const { error } = change;
  const isWrong = error instanceof ApiError && error.code === 'sign-in-failed';
  const fieldError = error instanceof ApiError ? error.fields.get('new') : undefined;
  return (
    <Section
      title={t`Change password`}
      about={t`At least 12 characters, and not a common password. Your other sessions end.`}
    >
      <form onSubmit={onSubmit(change.mutate)}>
        <Stack maw={380}>
          <input hidden readOnly autoComplete="username" value={email} />
          <Field
            type="password"
            name="current"
            label={t`Current password`}
            autoComplete="current-password"
            required
            error={isWrong && t`The current password is incorrect.`}
          />
          <Field
            type="password"
            name="new"
            label={t`New password`}
            autoComplete="new-password"
            minLength={12}
            required
            error={fieldError}
          />
          {error !== null && !isWrong && fieldError === undefined && <Failure error={error} />}
          <Button type="submit" variant="default" loading={change.isPending} w="fit-content">
            {t`Change password`}
          </Button>
        </Stack>
      </form>
    </Section>
  );
}
