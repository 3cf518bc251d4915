import { Box, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of a page. */
export function Section(props: { title: string; about: string; children: ReactNode }) {
  const { title, about, children } = props;
  return (
    <Box component="section" className="surface" p="lg" aria-label={title}>
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {about}
      </Text>
      {children}
    </Box>
  );
}
