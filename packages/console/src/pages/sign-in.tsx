import { Box, Button, Center, Divider, Paper, Stack, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api, apiUrl, consoleUrl, read } from '../api/client';
import { methodsQuery, sessionQuery } from '../api/queries';
import { Mark } from '../ui/icons';
import { Failure } from '../ui/page';

/** E-mail and password, or the identity provider; then the page that was asked for. */
export function SignInPage() {
  const { from }: { from?: string } = useSearch({ strict: false });
  const target = localTarget(from);
  const router = useRouter();
  const queryClient = useQueryClient();
  const methods = useQuery(methodsQuery);
  const signIn = useMutation({
    mutationFn: (form: FormData) =>
      read(
        api.POST('/auth/login', {
          body: { email: field(form, 'email').trim(), password: field(form, 'password') },
        }),
      ),
    onSuccess: async () => {
      queryClient.clear();
      await queryClient.query(sessionQuery);
      router.history.replace(target);
    },
  });
  useEffect(() => {
    document.title = 'Sign in · Reporting';
  }, []);

  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper className="surface" p="xl" w="100%" maw={400}>
        <Stack gap="lg">
          <Box>
            <Mark size={36} />
            <Title order={1} mt="sm">
              Sign in
            </Title>
          </Box>
          <form
            onSubmit={event => {
              event.preventDefault();
              signIn.mutate(new FormData(event.currentTarget));
            }}
          >
            <Stack gap="md">
              <TextInput
                name="email"
                label="E-mail"
                type="email"
                autoComplete="username"
                required
                withAsterisk={false}
                autoFocus
              />
              <TextInput
                type="password"
                name="password"
                label="Password"
                autoComplete="current-password"
                required
                withAsterisk={false}
              />
              {signIn.isError && <Failure error={signIn.error} />}
              <Button type="submit" loading={signIn.isPending}>
                Sign in
              </Button>
            </Stack>
          </form>
          {methods.data?.singleSignOn === true && (
            <>
              <Divider label="or" />
              <Button component="a" variant="default" href={singleSignOnAddress(target)}>
                Sign in with single sign-on
              </Button>
            </>
          )}
        </Stack>
      </Paper>
    </Center>
  );
}

/** The page to show after signing in: below the console, whatever an address says. */
function localTarget(from: string | undefined): string {
  const start = consoleUrl.pathname;
  if (from === undefined) return start;
  // The router's addresses begin below the console.
  const path = from.startsWith(start) ? from : `.${from}`;
  if (!URL.canParse(path, consoleUrl)) return start;
  const url = new URL(path, consoleUrl);
  return url.origin === consoleUrl.origin && url.pathname.startsWith(start)
    ? url.pathname + url.search
    : start;
}

function singleSignOnAddress(target: string): string {
  return `${apiUrl}/auth/sso/login?${new URLSearchParams({ returnTo: target }).toString()}`;
}

function field(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
