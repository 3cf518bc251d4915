import { Box, Text } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { Dimmed, percent } from '../text/format';

export function Figure(props: {
  label: string;
  value: ReactNode;
  /** A comparison or explanation of the value. */
  note?: ReactNode;
  link?: LinkProps;
  about?: string;
}) {
  const { label, value, note, link, about } = props;
  return (
    <Box className="figure" title={about}>
      <Dimmed size="xs" component="div">
        {link === undefined ? (
          label
        ) : (
          // The link covers the whole figure.
          <Link className="person figure-link" {...link}>
            {label}
          </Link>
        )}
      </Dimmed>
      <Text size="xl" fw={650} lh={1.25} component="div">
        {value}
      </Text>
      {note !== undefined && (
        <Dimmed size="xs" component="div">
          {note}
        </Dimmed>
      )}
    </Box>
  );
}

/** A share as a percentage and a bar; a dash if nothing is required. */
export function Bar({ value, title }: { value: number | null; title?: string }) {
  return (
    <span className={value === null ? 'bar bar-none' : 'bar'} title={title}>
      <span>{percent(value)}</span>
      {value !== null && <i aria-hidden="true" style={{ backgroundSize: `${value * 100}%` }} />}
    </span>
  );
}

export function Facts(props: {
  facts: readonly (readonly [label: string, value: ReactNode])[];
  className?: string;
}) {
  const { facts, className = '' } = props;
  return (
    <dl className={`facts ${className}`}>
      {facts.map(([label, value], index) => (
        // Events of the audit log have two facts with the same label.
        <Fragment key={index}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
