import { Table } from '@mantine/core';
import { createContext, type ReactNode, useContext } from 'react';

const Titles = createContext<readonly string[]>([]);

/** A table of custom rows, each a `Row`. On a phone, rows are cards with the titles as labels. */
export function HeadedTable(props: {
  label: string;
  titles: readonly string[];
  /** The min width in pixels, except on a phone. */
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

/** A row with a cell for each title. */
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
