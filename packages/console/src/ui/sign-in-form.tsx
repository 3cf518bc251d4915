import { t } from '@lingui/core/macro';
import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../api/client';
import { formText, onSubmit } from './form';
import { Failure } from './page';

/** E-mail and password. */
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
    <form onSubmit={onSubmit(signIn.mutate)}>
      <Stack gap="md">
        <TextInput
          name="email"
          label={t`E-mail`}
          type="email"
          autoComplete="username"
          defaultValue={email}
          required
          withAsterisk={false}
          data-autofocus={email === undefined || undefined}
        />
        <TextInput
          type="password"
          name="password"
          label={t`Password`}
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus={email !== undefined || undefined}
        />
        {signIn.isError && <Failure error={signIn.error} />}
        <Button type="submit" loading={signIn.isPending}>
          {t`Sign in`}
        </Button>
      </Stack>
    </form>
  );
}
