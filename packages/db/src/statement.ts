import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A statement of a `.sql` file. `Row` is what a row of it is, said where the statement is read. */
export interface Statement<Row> {
  /** Names the prepared statement of a connection, so that hot statements are parsed once. */
  readonly name: string;
  /** With `$1`, `$2`, … in place of `$name`. */
  readonly text: string;
  /** The parameters in the order of their numbers. */
  readonly parameters: readonly string[];
  /** Never there; it carries the type. */
  readonly row?: Row;
}

/** Comments, quoted text and dollar-quoted bodies are passed over; a parameter is `$` and a letter. */
const TOKENS =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$([A-Za-z_]\w*)?\$[\s\S]*?\$\1\$|\$([A-Za-z]\w*)/g;

/**
 * Reads a statement when its module loads, so that a missing file stops the start and not a request.
 * Parameters are written `$name`, each as often as needed.
 */
export function readStatement<Row>(directory: string, fileName: string): Statement<Row> {
  const source = readFileSync(path.join(directory, fileName), 'utf8');
  const parameters: string[] = [];
  const text = source.replace(TOKENS, (token, _tag: unknown, parameter?: string) => {
    if (parameter === undefined) return token;
    if (!parameters.includes(parameter)) parameters.push(parameter);
    return `$${parameters.indexOf(parameter) + 1}`;
  });
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 8);
  return { name: `${fileName.replace(/\.sql$/, '')}-${digest}`, text, parameters };
}

/**
 * The values of a statement's parameters in their order.
 * @throws Error naming parameters that are missing or that the statement does not use
 */
export function bind<Row>(
  { name, parameters }: Statement<Row>,
  values: Readonly<Record<string, unknown>>,
): unknown[] {
  const missing = parameters.filter(parameter => values[parameter] === undefined);
  const unused = Object.keys(values).filter(value => !parameters.includes(value));
  if (missing.length > 0) throw new Error(`${name} was not given ${missing.join(', ')}`);
  if (unused.length > 0) throw new Error(`${name} does not use ${unused.join(', ')}`);
  return parameters.map(parameter => values[parameter]);
}
