import { Table } from '@mantine/core';
import { Children, createContext, type ReactNode, useContext } from 'react';

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

/** A row, whose children are the cells, one for each title. */
export function Row({ children }: { children: ReactNode }) {
  const labels = useContext(Titles).map(title => title || undefined);
  return (
    <Table.Tr>
      {Children.map(children, (cell, index) => (
        <Table.Td data-label={labels[index]}>{cell}</Table.Td>
      ))}
    </Table.Tr>
  );
}
