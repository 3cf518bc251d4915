import { t } from '@lingui/core/macro';
import { Alert, Anchor, Text } from '@mantine/core';
import { createFileRoute, Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api } from '../api/client';
import { ButtonLink } from '../ui/buttons';
import { Field, Form, formText } from '../ui/form';
import { SignedOutPage } from '../ui/sign-in';

export const Route = createFileRoute('/set-password')({ component: SetPasswordPage });

/** The page for links of invitations and resets. Removes the token from the address immediately. */
function SetPasswordPage() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => new URLSearchParams(hash).get('token'));
  useEffect(() => {
    if (hash !== '') void navigate({ to: '/set-password', replace: true });
  }, [hash, navigate]);
  return (
    <SignedOutPage title={t`Choose a password`}>
      {token === null ? (
        <Text size="sm">
          {t`The link is incomplete. Copy all of it from the e-mail, or request a new one.`}
        </Text>
      ) : (
        <SetPasswordForm token={token} />
      )}
      <Anchor component={Link} to="/forgot-password" size="sm">
        {t`Ask for a new link`}
      </Anchor>
    </SignedOutPage>
  );
}

function SetPasswordForm({ token }: { token: string }) {
  const [isSet, setIsSet] = useState(false);
  const set = (form: FormData) =>
    api.post('/auth/password-reset/confirm', { body: { token, new: formText(form, 'new') } });
  if (isSet) {
    return (
      <Alert color="green" role="status" title={t`The password has been set`}>
        <Text size="sm">{t`All sessions of the account have ended.`}</Text>
        <ButtonLink fullWidth mt="md" to="/sign-in" search={{}}>
          {t`Sign in`}
        </ButtonLink>
      </Alert>
    );
  }
  return (
    <Form send={set} onSent={() => setIsSet(true)} action={t`Set the password`} isPage>
      <Field
        type="password"
        name="new"
        label={t`New password`}
        description={t`At least 12 characters, and not a common password.`}
        autoComplete="new-password"
        minLength={12}
        required
      />
    </Form>
  );
}
