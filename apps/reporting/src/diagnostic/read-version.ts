import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The version in package.json, which is beside `src` and beside `dist`. */
export function readVersion(): string {
  const file = path.join(__dirname, '..', '..', 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
