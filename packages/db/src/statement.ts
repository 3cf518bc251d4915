import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { TypeOverrides, types } from 'pg';

/** `Row` is the row type, declared where the statement is read. */
export interface Statement<Row> {
  readonly name: string;
  /** With `$1`, `$2`, … in place of `$name`. */
  readonly text: string;
  readonly parameters: readonly string[];
  readonly row?: Row;
}

export type Parameters = Readonly<Record<string, unknown>>;

/** Matches parameters, and tokens that may contain a `$` that is not a parameter. */
const TOKENS = new RegExp(
  [
    /--[^\n]*/, // a comment
    /\/\*(?:\/\*[\s\S]*?\*\/|[\s\S])*?\*\//, // a comment, which may contain another
    /\b[eE]'(?:[^'\\]|\\[\s\S]|'')*'/, // a string with escapes
    /'(?:[^']|'')*'/, // a string
    /"(?:[^"]|"")*"/, // a quoted identifier
    /[A-Za-z_][\w$]*/, // a word
    /\$(?<tag>(?:[A-Za-z_]\w*)?)\$[\s\S]*?\$\k<tag>\$/, // a dollar-quoted body
    /\$(?<parameter>\w+)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/** Parameters are written `$name`. @throws Error if the file is missing or numbers its parameters */
export function readStatement<Row>(directory: string, fileName: string): Statement<Row> {
  return parseStatement(fileName, readFileSync(path.join(directory, fileName), 'utf8'));
}

const BLOCK_HEADER = /^-- name: (\S+)\n/m;

/** Returns a function that looks up a block of the file by name. @throws Error if the file or block is missing */
export function readStatements(directory: string, fileName: string) {
  const blocks = readBlocks(directory, fileName);
  return <Row>(name: string): Statement<Row> => {
    const source = blocks.get(name);
    if (source === undefined) throw new Error(`${fileName} has no block ${name}.`);
    return parseStatement(name, source);
  };
}

/** Reads the blocks of a file, each headed by `-- name: NAME`. @throws Error for a missing file or a wrong heading */
export function readBlocks(directory: string, fileName: string): ReadonlyMap<string, string> {
  const [before, ...parts] = readFileSync(path.join(directory, fileName), 'utf8').split(
    BLOCK_HEADER,
  );
  const blocks = new Map<string, string>();
  for (let part = 0; part < parts.length; part += 2) blocks.set(parts[part]!, parts[part + 1]!);
  if (before?.trim() !== '' || blocks.size !== parts.length / 2) {
    throw new Error(`${fileName}: begin each block with a unique "-- name: NAME" line.`);
  }
  return blocks;
}

/** For generated text; never pass user input. @throws Error for numbered parameters */
export function parseStatement<Row>(fileName: string, source: string): Statement<Row> {
  const parameters: string[] = [];
  let text = '';
  let end = 0;
  for (const token of source.matchAll(TOKENS)) {
    const parameter = token.groups?.parameter;
    if (parameter === undefined) continue;
    if (/^\d/.test(parameter)) throw new Error(`${fileName}: name the parameter $${parameter}.`);
    if (!parameters.includes(parameter)) parameters.push(parameter);
    text += `${source.slice(end, token.index)}$${parameters.indexOf(parameter) + 1}`;
    end = token.index + token[0].length;
  }
  text += source.slice(end).trimEnd();
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 8);
  return { name: `${fileName.replace(/\.sql$/, '')}-${digest}`, text, parameters };
}

/** A statement that returns one row: a digest of all rows of another statement, in any order. */
export function digestOf<Row>(statement: Statement<Row>): Statement<{ digest: string }> {
  const { name, text, parameters } = statement;
  const digest = "concat(count(*), '-', sum(hashtextextended(read::text, 0)))";
  return {
    name: `digest-${name}`,
    text: `select ${digest} as digest from (${text}\n) as read`,
    parameters,
  };
}

/** Returns the values in order; undefined counts as missing. @throws Error for missing or unused parameters */
export function bind<Row>({ name, parameters }: Statement<Row>, values: Parameters): unknown[] {
  const missing = parameters.filter(parameter => values[parameter] === undefined);
  const unused = Object.keys(values).filter(value => !parameters.includes(value));
  if (missing.length > 0) throw new Error(`${name}: missing parameters ${missing.join(', ')}`);
  if (unused.length > 0) throw new Error(`${name}: unused parameters ${unused.join(', ')}`);
  return parameters.map(parameter => values[parameter]);
}

const { INT8, DATE, TIMESTAMP } = types.builtins;

/** A bigint becomes a number; a date stays `YYYY-MM-DD`; a timestamp without time zone is read as UTC; numeric stays text. */
export const valueTypes = new TypeOverrides();
valueTypes.setTypeParser(INT8, toSafeInteger);
valueTypes.setTypeParser(DATE, text => text);
valueTypes.setTypeParser(TIMESTAMP, text => new Date(`${text.replace(' ', 'T')}Z`));

function toSafeInteger(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`${text} is too large for a number; cast it to text in the statement.`);
}
