import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** As Prisma counts it: the SHA-256 of the file. */
  readonly checksum: string;
}

/** Every migration, in the order in which they are applied. The folder is beside `src` and beside `dist`. */
export function readMigrations(): Migration[] {
  const folder = path.join(__dirname, '..', 'prisma', 'migrations');
  return readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name }) => {
      const sql = readFileSync(path.join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
