import { t } from '@lingui/core/macro';
import { Box, Center, Paper, Stack, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { api } from '../api/client';
import { Dimmed } from '../text/format';
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
            <Dimmed mt="sm">{t`Reporting · competency and compliance`}</Dimmed>
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
  const signIn = (form: FormData) =>
    api.post('/auth/login', {
      body: { email: formText(form, 'email').trim(), password: formText(form, 'password') },
    });
  return (
    <Form send={signIn} onSent={onSignedIn} action={t`Sign in`} isPage>
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
