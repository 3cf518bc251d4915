import { t } from '@lingui/core/macro';
import { Alert, Anchor, Text } from '@mantine/core';
import { createFileRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client';
import { Field, Form, formText } from '../ui/form';
import { SignedOutPage } from '../ui/sign-in';

export const Route = createFileRoute('/forgot-password')({ component: ForgotPasswordPage });

/** Requests a link by email. The response does not reveal whether an address has an account. */
function ForgotPasswordPage() {
  const [isSent, setIsSent] = useState(false);
  const request = (form: FormData) =>
    api.post('/auth/password-reset', { body: { email: formText(form, 'email').trim() } });
  return (
    <SignedOutPage title={t`Forgotten password`}>
      {isSent ? (
        <Alert color="green" role="status" title={t`Check your e-mail`}>
          {t`If the address has an account, a link to choose a new password is on its way.`}
        </Alert>
      ) : (
        <Form send={request} onSent={() => setIsSent(true)} action={t`Send the link`} isPage>
          <Text size="sm">{t`A link to choose a new password is sent to the address.`}</Text>
          <Field name="email" label={t`E-mail`} type="email" autoComplete="username" required />
        </Form>
      )}
      <Anchor component={Link} to="/sign-in" size="sm">
        {t`Sign in`}
      </Anchor>
    </SignedOutPage>
  );
}
