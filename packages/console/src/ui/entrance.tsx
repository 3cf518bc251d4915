import { t } from '@lingui/core/macro';
import { Box, Center, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Mark } from './icons';

/** A page of whoever has no session: what it is for, over a form. */
export function Entrance(props: { title: string; children: ReactNode }) {
  const { title, children } = props;
  useEffect(() => {
    document.title = t`${title} · Reporting`;
  }, [title]);
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
