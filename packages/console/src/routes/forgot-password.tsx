import { t } from '@lingui/core/macro';
import { Alert, Anchor, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { api } from '../api/client';
import { Entrance } from '../ui/entrance';
import { Field, Form, formText } from '../ui/form';

export const Route = createFileRoute('/forgot-password')({ component: ForgotPasswordPage });

/** Asks for a link by mail. The answer does not reveal whether an address has an account. */
function ForgotPasswordPage() {
  const ask = useMutation({
    mutationFn: (form: FormData) =>
      api.post('/auth/password-reset', { body: { email: formText(form, 'email').trim() } }),
  });
  return (
    <Entrance title={t`Forgotten password`}>
      {ask.isSuccess ? (
        <Alert color="green" variant="light" role="status" title={t`Check your mail`}>
          {t`If the address has an account, a link to choose a new password is on its way.`}
        </Alert>
      ) : (
        <Form sending={ask} action={t`Send the link`} isPage>
          <Text size="sm">{t`A link to choose a new password is sent to the address.`}</Text>
          <Field name="email" label={t`E-mail`} type="email" autoComplete="username" required />
        </Form>
      )}
      <Anchor component={Link} to="/sign-in" size="sm">
        {t`Sign in`}
      </Anchor>
    </Entrance>
  );
}
