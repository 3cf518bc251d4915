import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(__dirname, '..', '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const threats = [...read('SECURITY.md').matchAll(/^\| (?!Threat|---)(.+?) \|.+\| (.+?) \|$/gm)].map(
  ([, threat, heldBy]) => [threat!, heldBy!] as const,
);

test('the threat model lists threats', () => expect(threats.length).toBeGreaterThan(10));

test.each(threats)('%s: the tests named as evidence exist', (_, heldBy) => {
  const files = [...heldBy.matchAll(/\]\(([^)]+)\)/g)].map(([, file]) => file!);
  const drills = [...heldBy.matchAll(/drill `([\w-]+)`/g)].map(([, name]) => name!);
  expect(files.length + drills.length).toBeGreaterThan(0);
  for (const file of files) expect([file, existsSync(path.join(root, file))]).toEqual([file, true]);
  for (const drill of drills)
    expect(read('e2e/drill.ts')).toContain(`import('./drills/${drill}.js')`);
});
