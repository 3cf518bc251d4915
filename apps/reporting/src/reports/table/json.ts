import { formatTimestamp } from '../../wire-format';
import type { Column } from './column';

/** The rows as one JSON array, a line each. */
export async function* json<Row>(
  toJson: (row: Row) => unknown,
  batches: AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  let opening = '[';
  for await (const rows of batches) {
    yield opening + rows.map(row => JSON.stringify(toJson(row))).join(',\n');
    opening = ',\n';
  }
  yield opening === '[' ? '[]' : ']';
}

/** A row as a flat object of its columns. */
export function objectOf<Row>(columns: readonly Column<Row>[]): (row: Row) => object {
  return row =>
    Object.fromEntries(
      columns.map(({ name, type, value }) => {
        const cell = value(row);
        if (cell instanceof Date) return [name, formatTimestamp(cell)];
        return [name, type === 'decimal' && cell !== null ? Number(cell) : cell];
      }),
    );
}
