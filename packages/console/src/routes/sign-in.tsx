import { t } from '@lingui/core/macro';
import { Alert, Anchor, Button, Divider } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createFileRoute, Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { apiUrl, localTarget } from '../api/client';
import { methodsQuery, sessionQuery } from '../api/queries';
import { loadScripts } from '../scripts';
import { choice, searchOf, text } from '../search';
import { SignedOutPage, SignInForm } from '../ui/sign-in';

const search = searchOf({ from: text(), reason: choice(['ended', 'signed-out']) });

export const Route = createFileRoute('/sign-in')({
  validateSearch: search,
  component: SignInPage,
});

const REASONS = {
  ended: t`Your session has ended. Sign in to continue where you left off.`,
  'signed-out': t`You are signed out.`,
} as const;

/** Sign-in with a password or the identity provider, then goes to the requested page. */
function SignInPage() {
  const { from, reason } = Route.useSearch();
  const target = localTarget(from);
  const router = useRouter();
  const queryClient = useQueryClient();
  const { data: methods } = useQuery(methodsQuery);
  useEffect(() => {
    document.querySelector<HTMLInputElement>('input[name=email]')?.focus();
  }, []);
  // While the user types, so that the page only has to wait for its figures.
  useEffect(() => loadScripts(router, target), [router, target]);
  const proceed = async () => {
    queryClient.clear();
    await queryClient.query(sessionQuery);
    router.history.replace(target);
  };
  return (
    <SignedOutPage title={t`Sign in`}>
      {reason && (
        <Alert color="gray" role="status">
          {REASONS[reason]}
        </Alert>
      )}
      <SignInForm onSignedIn={proceed} />
      {methods?.singleSignOn === true && (
        <>
          <Divider label={t`or`} />
          <Button component="a" variant="default" href={singleSignOnAddress(target)}>
            {t`Sign in with single sign-on`}
          </Button>
        </>
      )}
      <Anchor component={Link} to="/forgot-password" size="sm">
        {t`Forgot your password?`}
      </Anchor>
    </SignedOutPage>
  );
}

function singleSignOnAddress(target: string): string {
  return `${apiUrl}/auth/sso/login?${new URLSearchParams({ returnTo: target }).toString()}`;
}
