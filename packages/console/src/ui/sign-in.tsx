import { t } from '@lingui/core/macro';
import { Box, Center, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../api/client';
import { Field, Form, formText } from './form';
import { Mark } from './icons';

export function SignedOutPage(props: { title: string; children: ReactNode }) {
  const { title, children } = props;
  useDocumentTitle(t`${title} · Reporting`);
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper className="surface" p="xl" w="100%" maw={400}>
        <Stack gap="lg">
          <Box>
            <Mark size={36} />
            <Text size="sm" c="dimmed" mt="sm">
              {t`Reporting · competency and compliance`}
            </Text>
            <Title order={1}>{title}</Title>
          </Box>
          {children}
        </Stack>
      </Paper>
    </Center>
  );
}

export function SignInForm(props: { email?: string; onSignedIn: () => Promise<void> | void }) {
  const { email, onSignedIn } = props;
  const signIn = useMutation({
    mutationFn: (form: FormData) =>
      api.post('/auth/login', {
        body: { email: formText(form, 'email').trim(), password: formText(form, 'password') },
      }),
    onSuccess: onSignedIn,
  });
  return (
    <Form sending={signIn} action={t`Sign in`} isPage>
      <Field
        name="email"
        label={t`E-mail`}
        type="email"
        autoComplete="username"
        defaultValue={email}
        required
        data-autofocus={email === undefined || undefined}
      />
      <Field
        type="password"
        name="password"
        label={t`Password`}
        autoComplete="current-password"
        required
        data-autofocus={email !== undefined || undefined}
      />
    </Form>
  );
}
