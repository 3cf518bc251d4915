import { Table } from '@mantine/core';
import { createContext, type ReactNode, useContext } from 'react';

const Titles = createContext<readonly string[]>([]);

/** A table of rows that draw themselves, each a `Row`. On a phone each is a card, with the titles as labels. */
export function HeadedTable(props: {
  label: string;
  titles: readonly string[];
  /** The least width in pixels on a screen that is no phone. */
  minWidth: number;
  children: ReactNode;
}) {
  const { label, titles, minWidth, children } = props;
  return (
    <Table.ScrollContainer minWidth={minWidth} type="native">
      <Table aria-label={label} className="headed-table">
        <Table.Thead>
          <Table.Tr>
            {titles.map(title =>
              title === '' ? <Table.Td key={title} /> : <Table.Th key={title}>{title}</Table.Th>,
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Titles value={titles}>{children}</Titles>
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** The cells of a row, one below each title. */
export function Row({ cells }: { cells: readonly ReactNode[] }) {
  return (
    <Table.Tr>
      {useContext(Titles).map((title, index) => (
        <Table.Td key={title} data-label={title || undefined}>
          {cells[index]}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}
