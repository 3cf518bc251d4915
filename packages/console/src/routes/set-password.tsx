import { t } from '@lingui/core/macro';
import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { createFileRoute, Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ApiError, api } from '../api/client';
import { Entrance } from '../ui/entrance';
import { formText, onSubmit } from '../ui/form';
import { Failure } from '../ui/page';

export const Route = createFileRoute('/set-password')({ component: SetPasswordPage });

/** Where a link of an invitation or a reset leads. The token is removed from the address at once. */
function SetPasswordPage() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => new URLSearchParams(hash).get('token'));
  useEffect(() => {
    if (hash !== '') void navigate({ to: '/set-password', replace: true });
  }, [hash, navigate]);
  return (
    <Entrance title={t`Choose a password`}>
      {token === null ? (
        <Text size="sm">
          {t`The link is incomplete. Copy all of it from the mail, or request a new one.`}
        </Text>
      ) : (
        <SetPasswordForm token={token} />
      )}
      <Anchor component={Link} to="/forgot-password" size="sm">
        {t`Ask for a new link`}
      </Anchor>
    </Entrance>
  );
}

function SetPasswordForm({ token }: { token: string }) {
  const set = useMutation({
    mutationFn: (form: FormData) =>
      api.post('/auth/password-reset/confirm', { body: { token, new: formText(form, 'new') } }),
  });
  const fault = set.error instanceof ApiError ? set.error.fields.get('new') : undefined;
  if (set.isSuccess) {
    return (
      <Alert color="green" variant="light" role="status" title={t`The password is set`}>
        <Text size="sm">{t`All sessions of the account have ended.`}</Text>
        <Button
          fullWidth
          mt="md"
          renderRoot={(rest: object) => <Link {...rest} to="/sign-in" search={{}} />}
        >
          {t`Sign in`}
        </Button>
      </Alert>
    );
  }
  return (
    <form onSubmit={onSubmit(set.mutate)}>
      <Stack gap="md">
        <TextInput
          type="password"
          name="new"
          label={t`New password`}
          description={t`At least 12 characters, and not a common password.`}
          autoComplete="new-password"
          minLength={12}
          required
          withAsterisk={false}
          error={fault === undefined ? null : t`The new password ${fault}.`}
        />
        {set.isError && fault === undefined && <Failure error={set.error} />}
        <Button type="submit" loading={set.isPending}>
          {t`Set the password`}
        </Button>
      </Stack>
    </form>
  );
}
