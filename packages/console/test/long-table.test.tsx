import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { createQueryClient } from '../src/api/queries';
import type { Column } from '../src/ui/table/columns';
import { DataTable } from '../src/ui/table/data-table';

const COLUMNS: Column<{ id: string }>[] = [
  { id: 'id', header: 'Id', value: ({ id }) => id, width: 100 },
];
const ROWS = Array.from({ length: 1_000 }, (_, index) => ({ id: `row ${index}` }));
const TABLE = (
  <MantineProvider env="test">
    <QueryClientProvider client={createQueryClient()}>
      <DataTable label="Long" columns={COLUMNS} rows={ROWS} rowId={({ id }) => id} />
    </QueryClientProvider>
  </MantineProvider>
);

it('has rows in the first render, so that the layout does not shift', () => {
  expect(renderToStaticMarkup(TABLE)).toContain('row 10<');
});

it('fills its height without another change', () => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(1_500);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(37);
  render(TABLE);
  screen.getByText('row 40');
  expect(screen.queryByText('row 200')).toBeNull();
});

it('shows text that is cut when hovered', () => {
  render(TABLE);
  screen.getByTitle('row 10');
});
