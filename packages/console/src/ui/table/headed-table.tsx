import { Table, type TableProps } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';

/** A table of rows that draw themselves. On a phone each is a card, with the titles as labels. */
export function HeadedTable(props: {
  label: string;
  titles: readonly string[];
  /** The least width in pixels on a screen that is no phone. */
  minWidth: number;
  spacing?: TableProps['verticalSpacing'];
  children: ReactNode;
}) {
  const { label, titles, minWidth, spacing, children } = props;
  const labels = titles.map((title, index) => [`--label-${index + 1}`, JSON.stringify(title)]);
  return (
    <Table.ScrollContainer minWidth={minWidth} type="native">
      <Table
        aria-label={label}
        className="headed-table"
        style={Object.fromEntries(labels) as CSSProperties}
        {...(spacing !== undefined && { verticalSpacing: spacing })}
      >
        <Table.Thead>
          <Table.Tr>
            {titles.map(title =>
              title === '' ? <Table.Td key={title} /> : <Table.Th key={title}>{title}</Table.Th>,
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
