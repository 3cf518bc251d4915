import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readStatement, readStatements } from '../src';

const folder = mkdtempSync(path.join(tmpdir(), 'services-statement-'));
afterAll(() => rmSync(folder, { recursive: true }));

function read(sql: string) {
  writeFileSync(path.join(folder, 'a.sql'), sql);
  return readStatement(folder, 'a.sql');
}

test('a missing file is reported when the module loads', () => {
  expect(() => readStatement(folder, 'nowhere.sql')).toThrow(/ENOENT/);
});

test.each([
  ['select $b::int, $a, $b', 'select $1::int, $2, $1', ['b', 'a']],
  ['-- $no\nselect $a', '-- $no\nselect $1', ['a']],
  ['/* $no /* $no */ $no */ select $a', '/* $no /* $no */ $no */ select $1', ['a']],
  ["select '$no''$no', $a", "select '$no''$no', $1", ['a']],
  ["select E'\\'$no', $a", "select E'\\'$no', $1", ['a']],
  ['select "$no""$no", $a', 'select "$no""$no", $1', ['a']],
  ['select $$ $no $$, $t$ $$ $no $t$, $a', 'select $$ $no $$, $t$ $$ $no $t$, $1', ['a']],
  ['select some$no, $a', 'select some$no, $1', ['a']],
  ["select 'a'::text, $a::text[]", "select 'a'::text, $1::text[]", ['a']],
])('%j binds its parameters by name', (sql, text, parameters) => {
  expect(read(sql)).toMatchObject({ text, parameters });
});

test('a numbered parameter is rejected', () => {
  expect(() => read('select $1')).toThrow('a.sql: name the parameter $1.');
});

test('statements in a file of blocks are found by name', () => {
  writeFileSync(
    path.join(folder, 'keys.sql'),
    '-- name: find-key\n-- a key\nselect $id\n\n-- name: list-keys\nselect 1\n',
  );
  const sql = readStatements(folder, 'keys.sql');
  expect(sql('find-key')).toMatchObject({ text: '-- a key\nselect $1', parameters: ['id'] });
  expect(sql('list-keys')).toMatchObject({ text: 'select 1', parameters: [] });
  expect(() => sql('find-keys')).toThrow('keys.sql has no block find-keys.');
});

test.each(['select 1\n-- name: a\nselect 2\n', '-- name: a\nselect 1\n-- name: a\nselect 2\n'])(
  '%j is not a valid file of blocks',
  text => {
    writeFileSync(path.join(folder, 'faulty.sql'), text);
    expect(() => readStatements(folder, 'faulty.sql')).toThrow(/^faulty\.sql: begin each block/);
  },
);
