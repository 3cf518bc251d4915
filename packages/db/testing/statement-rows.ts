import path from 'node:path';
import { Client, type FieldDef } from 'pg';
import ts from 'typescript';
import { readBlocks, readStatement, readStatements, type Statement } from '../src';

/** A statement that a module reads. */
export interface ReadStatement {
  readonly statement: Statement<unknown>;
  /** The SQL file and block. */
  readonly name: string;
  /** The row type in the module; null if it reads no rows. */
  readonly row: ts.Type | null;
}

/** Returns the statements that a folder's modules read by literal names, with their row types. */
export function statementsOf(folder: string): { checker: ts.TypeChecker; read: ReadStatement[] } {
  const root = path.join(folder, '../../..');
  const base = ts.readConfigFile(path.join(root, 'tsconfig.base.json'), path =>
    ts.sys.readFile(path),
  );
  const { options } = ts.parseJsonConfigFileContent(base.config, ts.sys, root);
  const files = ts.sys.readDirectory(folder, ['.ts']);
  const program = ts.createProgram(files, { ...options, types: ['node'], noEmit: true });
  const checker = program.getTypeChecker();
  const read: ReadStatement[] = [];
  for (const file of files) {
    const source = program.getSourceFile(file)!;
    const blocks = new Map<string, string>();
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
        const callee = node.expression.text;
        const [first, second] = node.arguments;
        const rowNode = node.typeArguments?.[0];
        const row = rowNode ? checker.getTypeFromTypeNode(rowNode) : null;
        if (callee === 'readStatements' && second && ts.isStringLiteral(second)) {
          if (ts.isVariableDeclaration(node.parent)) {
            blocks.set(node.parent.name.getText(), second.text);
          }
        } else if (callee === 'readStatement' && second && ts.isStringLiteral(second)) {
          const statement = readStatement(path.dirname(file), second.text);
          read.push({ statement, name: second.text, row });
        } else if (blocks.has(callee) && first && ts.isStringLiteral(first)) {
          const sql = readStatements(path.dirname(file), blocks.get(callee)!);
          const name = `${blocks.get(callee)} ${first.text}`;
          read.push({ statement: sql(first.text), name, row });
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return { checker, read };
}

/** Returns the blocks in a folder's SQL files that no module reads by a literal name. */
export function unreadBlocks(folder: string, read: readonly ReadStatement[]): string[] {
  const names = new Set(read.map(({ name }) => name));
  return ts.sys.readDirectory(folder, ['.sql']).flatMap(file => {
    const fileName = path.basename(file);
    if (!ts.sys.readFile(file)!.startsWith('-- name: ')) return [];
    const blocks = [...readBlocks(path.dirname(file), fileName).keys()];
    return blocks.map(block => `${fileName} ${block}`).filter(name => !names.has(name));
  });
}

/**
 * Compares the declared row types with PostgreSQL's description of each statement, and returns the differences, such as
 * `keys.sql find-key: expiresAt is not a column`, and statements that PostgreSQL rejects.
 */
export async function rowFaults(
  databaseUrl: string,
  { checker, read }: ReturnType<typeof statementsOf>,
): Promise<string[]> {
  const client = new Client(databaseUrl);
  await client.connect();
  const faults: string[] = [];
  for (const { statement, name, row } of read) {
    try {
      const fields = await describe(client, statement.text);
      if (!row) continue;
      const { rows } = await client.query<{ name: string; type: string }>(
        `select name, format_type(oid, null) as type
        from unnest($1::text[], $2::oid[]) as field (name, oid)`,
        [fields.map(field => field.name), fields.map(({ dataTypeID }) => dataTypeID)],
      );
      const columns = new Map(rows.map(column => [column.name, column.type]));
      faults.push(...faultsOf(checker, row, columns).map(fault => `${name}: ${fault}`));
    } catch (error) {
      faults.push(`${name}: ${(error as Error).message}`);
    }
  }
  await client.end();
  return faults;
}

/** Returns the columns of a statement, which is parsed but not run. */
function describe(client: Client, text: string): Promise<FieldDef[]> {
  return new Promise((resolve, reject) => {
    let fields: FieldDef[] = [];
    const description = {
      submit(connection: Connection) {
        connection.parse({ text });
        connection.describe({ type: 'S' });
        connection.sync();
      },
      handleRowDescription: (message: { fields: FieldDef[] }) => void (fields = message.fields),
      handleError: reject,
      handleReadyForQuery: () => resolve(fields),
    };
    client.query(description as never);
  });
}

interface Connection {
  parse(statement: { text: string }): void;
  describe(what: { type: 'S' }): void;
  sync(): void;
}

/** Returns the properties that are missing from the columns or have a different type there. */
function faultsOf(
  checker: ts.TypeChecker,
  row: ts.Type,
  columns: ReadonlyMap<string, string>,
): string[] {
  return checker.getPropertiesOfType(row).flatMap(property => {
    const column = columns.get(property.name);
    if (column === undefined) {
      const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
      return isOptional ? [] : [`${property.name} is not a column`];
    }
    const type = checker.getNonNullableType(checker.getTypeOfSymbol(property));
    const isRight = (type.isUnion() ? type.types : [type]).every(each => accepts(each, column));
    return isRight ? [] : [`${property.name} is ${column}, not ${checker.typeToString(type)}`];
  });

  function accepts(type: ts.Type, column: string): boolean {
    const is = (flags: ts.TypeFlags) => (type.flags & flags) !== 0;
    if (is(ts.TypeFlags.Any | ts.TypeFlags.Unknown) || column.startsWith('json')) return true;
    if (column.endsWith('[]')) return checker.isArrayType(type) || checker.isTupleType(type);
    switch (column) {
      case 'boolean':
        return is(ts.TypeFlags.BooleanLike);
      case 'smallint':
      case 'integer':
      case 'bigint':
      case 'real':
      case 'double precision':
        return is(ts.TypeFlags.NumberLike);
      case 'timestamp with time zone':
      case 'timestamp without time zone':
        return type.symbol.name === 'Date';
      case 'bytea':
        return ['Buffer', 'Uint8Array'].includes(type.symbol.name);
      default:
        return is(ts.TypeFlags.StringLike);
    }
  }
}
