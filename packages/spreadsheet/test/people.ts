import type { Column } from '@platform/spreadsheet';

/** A row that the tests write. */
export interface Person {
  name: string | null;
  age: number | null;
  score: number | null;
  isHere: boolean | null;
  born: string | null;
  seen: Date | null;
}

export const nobody: Person = {
  name: null,
  age: null,
  score: null,
  isHere: null,
  born: null,
  seen: null,
};
export const ada: Person = {
  name: 'Ada',
  age: -36,
  score: -0.5,
  isHere: true,
  born: '1915-12-10',
  seen: new Date('2026-10-31T23:00:00.250Z'),
};

export const columns: Column<Person>[] = [
  { name: 'name', title: 'Name', type: 'text', value: row => row.name },
  { name: 'age', title: 'Age', type: 'integer', value: row => row.age },
  { name: 'score', title: 'Score', type: 'share', value: row => row.score },
  { name: 'isHere', title: 'Is here', type: 'boolean', value: row => row.isHere },
  { name: 'born', title: 'Born', type: 'date', value: row => row.born },
  { name: 'seen', title: 'Seen', type: 'timestamp', value: row => row.seen },
];
export const names = columns.slice(0, 1);

export const named = (...people: string[]) => people.map(name => ({ ...nobody, name }));

export async function* batches(...rows: Person[][]): AsyncGenerator<Person[]> {
  yield* rows;
}

export async function* failing(...rows: Person[][]): AsyncGenerator<Person[]> {
  yield* rows;
  throw new Error('the database left');
}
