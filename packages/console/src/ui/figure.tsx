import { Anchor, Box, Text } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A number that stands for a page, with what it counts; a link where it leads to what it counts. */
export function Figure(props: {
  label: string;
  value: ReactNode;
  /** What the number is to be compared with. */
  note?: ReactNode;
  link?: LinkProps;
  /** What the label means. */
  about?: string;
}) {
  const { label, value, note, link, about } = props;
  return (
    <Box className="figure" title={about}>
      <Text size="xs" c="dimmed">
        {link === undefined ? label : <FigureLink link={link}>{label}</FigureLink>}
      </Text>
      <Text size="xl" fw={650} lh={1.25} component="div">
        {value}
      </Text>
      {note !== undefined && (
        <Text size="xs" c="dimmed" component="div">
          {note}
        </Text>
      )}
    </Box>
  );
}

/** Its area is that of the figure. */
function FigureLink({ link, children }: { link: LinkProps; children: string }) {
  return (
    <Anchor
      inherit
      className="figure-link"
      renderRoot={(rest: object) => (
        <Link {...rest} {...link}>
          {children}
        </Link>
      )}
    />
  );
}
