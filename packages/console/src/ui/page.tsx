import { t } from '@lingui/core/macro';
import { Alert, Box, Button, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef } from 'react';
import { ApiError, describeError } from '../api/client';
import { Dimmed } from '../text/format';
import { ButtonLink } from './buttons';

export function Page(props: {
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { title, about, actions, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(t`${title} · Reporting`);
  useEffect(() => {
    // Screen readers announce the new page. A focused field keeps the focus.
    const isTyping = document.activeElement instanceof HTMLInputElement;
    if (!isTyping) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Stack gap="md">
      <div className="page-head">
        <Title order={1} ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          {title}
        </Title>
        {about !== undefined && <Dimmed>{about}</Dimmed>}
        {actions !== undefined && <Box mt={{ base: 8, md: 0 }}>{actions}</Box>}
      </div>
      {children}
    </Stack>
  );
}

/** An error message, which can be retried or closed. After the end of the session, the sign-in is shown instead. */
export function Failure(props: { error: unknown; onRetry?: () => void; onClose?: () => void }) {
  const { error, onRetry, onClose } = props;
  const { title, detail } = describeError(error);
  if (error instanceof ApiError && error.isSignedOut) return null;
  const canRetry = onRetry !== undefined && (!(error instanceof ApiError) || error.isTemporary);
  return (
    <Alert
      color="red"
      title={title}
      role="alert"
      withCloseButton={onClose !== undefined}
      closeButtonLabel={t`Close`}
      onClose={onClose}
    >
      <Text size="sm">{detail}</Text>
      {canRetry && (
        <Button size="xs" mt="sm" variant="default" onClick={onRetry}>
          {t`Try again`}
        </Button>
      )}
      {error instanceof ApiError && error.concernsFilters && (
        <ButtonLink
          size="xs"
          mt="sm"
          variant="default"
          to="."
          search={({ organization }) => ({ organization })}
        >
          {t`Clear filters`}
        </ButtonLink>
      )}
    </Alert>
  );
}

/** A message in place of missing content, with advice. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Box className="surface" p="xl" ta="center">
      <Text fw={600}>{title}</Text>
      {children !== undefined && (
        <Dimmed mt={4} component="div">
          {children}
        </Dimmed>
      )}
    </Box>
  );
}

export function Section(props: { title: string; about: string; children: ReactNode }) {
  const { title, about, children } = props;
  return (
    <Box component="section" className="surface" p="lg" aria-label={title}>
      <Title order={2}>{title}</Title>
      <Dimmed mb="md">{about}</Dimmed>
      {children}
    </Box>
  );
}
