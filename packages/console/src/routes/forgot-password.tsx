import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { api, read } from '../api/client';
import { Entrance } from '../ui/entrance';
import { formText, onSubmit } from '../ui/form';
import { Failure } from '../ui/page';

export const Route = createFileRoute('/forgot-password')({ component: ForgotPasswordPage });

/** Asks for a link by mail. The answer does not reveal whether an address has an account. */
function ForgotPasswordPage() {
  const ask = useMutation({
    mutationFn: (form: FormData) =>
      read(api.POST('/auth/password-reset', { body: { email: formText(form, 'email').trim() } })),
  });
  return (
    <Entrance title="Forgotten password">
      {ask.isSuccess ? (
        <Alert color="green" variant="light" role="status" title="Check your mail">
          If the address has an account, a link to choose a new password is on its way.
        </Alert>
      ) : (
        <form onSubmit={onSubmit(ask.mutate)}>
          <Stack gap="md">
            <Text size="sm">A link to choose a new password is sent to the address.</Text>
            <TextInput
              name="email"
              label="E-mail"
              type="email"
              autoComplete="username"
              required
              withAsterisk={false}
            />
            {ask.isError && <Failure error={ask.error} />}
            <Button type="submit" loading={ask.isPending}>
              Send the link
            </Button>
          </Stack>
        </form>
      )}
      <Anchor component={Link} to="/sign-in" size="sm">
        Sign in
      </Anchor>
    </Entrance>
  );
}
