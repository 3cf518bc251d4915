import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createTestDatabase, type TestDatabase } from '../../packages/db/testing';
import { type ServiceProcess, startServiceProcess } from '../../packages/service/testing';

/**
 * Runs every ```console block in the documentation: commands begin with `$ ` and must exit with 0; the lines after them
 * are their output. ```sql blocks run in DuckDB. JSON is compared by its properties, problems by title and code, and text
 * with placeholders for numbers, IDs and secrets, because the demo depends on the day. `…` stands for any further lines.
 */
interface Step {
  line: number;
  command: string;
  output: string;
}

const root = path.join(__dirname, '..', '..');
const DUCKDB = `"${process.execPath}" "${path.join(__dirname, 'duckdb.mjs')}" <<'SQL'\n`;
const cliOf = (service: string) => path.join(root, 'apps', service, 'dist', 'cli.js');

let database: TestDatabase;
let services: { versioning: ServiceProcess; reporting: ServiceProcess };
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  database = await createTestDatabase();
  const settings = {
    DATABASE_URL: database.url,
    SESSION_SECRET: randomBytes(32).toString('base64url'),
    SERVICE_KEY: randomBytes(32).toString('base64url'),
    ENVIRONMENT: 'local',
  };
  const [versioning, reporting] = await Promise.all([
    startServiceProcess({ cli: cliOf('versioning'), health: '/api/health' }, settings),
    startServiceProcess({ cli: cliOf('reporting'), health: '/diagnostic/health' }, settings),
  ]);
  services = { versioning, reporting };
  env = { ...process.env, ...settings };
  const run = async (service: string, ...args: string[]) =>
    (await promisify(execFile)(process.execPath, [cliOf(service), ...args], { env })).stdout.trim();
  const { email, company } = JSON.parse(await run('reporting', 'demo', '--json')) as Reader;
  const reader = ['--email', email, '--company', company];
  const secret = await run('reporting', 'secrets', 'create', ...reader);
  const key = await run('versioning', 'keys', 'create', '--name', 'documents');
  env = {
    ...env,
    KEY: key,
    SECRET: secret,
    EMAIL: email,
    HANDLE: company,
    CI_PIPELINE_ID: '4711',
    VERSIONING_URL: versioning.url,
    VERSIONING_KEY: key,
    REPORTING_URL: reporting.url,
    REPORTING_SECRET: secret,
  };
}, 120_000);

afterAll(async () => {
  await Promise.all(Object.values(services).map(service => service.kill('SIGTERM')));
  await database.drop();
});

interface Reader {
  email: string;
  company: string;
}

test.each(listConsoleDocuments())(
  'the console blocks in %s have the documented output',
  async document => {
    const steps = readSteps(await readFile(path.join(root, document), 'utf8'));
    const outputs = await runSteps(steps);
    for (const [index, { line, command, output }] of steps.entries()) {
      const expected = { document, line, command, output: toShape(output) };
      if (output !== '') {
        expect({ ...expected, output: upToEllipsis(toShape(outputs[index]!), output) }).toEqual(
          expected,
        );
      }
    }
  },
  180_000,
);

test('docs/settings.md is up to date', async () => {
  const script = path.join(root, 'scripts', 'settings.mjs');
  const { stderr } = await promisify(execFile)(process.execPath, [script, '--check']);
  expect(stderr).toBe('');
  const settings = matchesOf(readDocument('docs/settings.md'), /^\| `([A-Z_]+)` \|/gm);
  expect(settings.map(([, name]) => name)).toEqual(
    expect.arrayContaining(['DATABASE_URL', 'VERSIONING_API_KEYS', 'SESSION_SECRET']),
  );
});

test('links between documents have existing targets', () => {
  const broken = listDocuments()
    .filter(file => readDocument(file).includes(']('))
    .flatMap(file =>
      matchesOf(readDocument(file), /\]\(([^)\s]+)\)/g)
        .map(([, link]) => link!)
        .filter(link => !/^https?:/.test(link) && !hasTarget(file, link)),
    );
  expect(broken).toEqual([]);
});

test.each(['versioning', 'reporting'])(
  '.dockerignore admits the files that the image of %s copies',
  service => {
    const admitted = readDocument('.dockerignore').match(/(?<=^!).+$/gm);
    const copies = matchesOf(
      readDocument(`docker/${service}.Dockerfile`),
      /^COPY (?!--)(.+) \S+$/gm,
    );
    const files = copies.flatMap(([, sources]) => sources!.split(' '));
    expect(files).toContain('package.json');
    expect(admitted).toEqual(expect.arrayContaining(files.filter(file => file !== '.')));
  },
);

test('every alert has a severity and a section in docs/operations.md', () => {
  const [, ...alerts] = readDocument('deploy/prometheus/alerts.yml').split('- alert: ');
  expect(alerts.length).toBeGreaterThan(3);
  for (const alert of alerts) {
    expect(alert).toMatch(/severity: (page|ticket)\b/);
    const section = /runbook_url: (\S+)/.exec(alert)?.[1] ?? 'none';
    expect([section, hasTarget('README.md', section)]).toEqual([section, true]);
  }
});

test('docs/operations.md lists the metrics used by alerts and the dashboard', () => {
  const known = readDocument('docs/operations.md');
  for (const file of ['deploy/prometheus/alerts.yml', 'deploy/grafana/services.json']) {
    const text = readDocument(file).replaceAll('(versioning|reporting)', 'reporting');
    const names = matchesOf(
      text,
      /\b\w+_(?:seconds|total|connections|info|bytes|fds)(?=_count|_bucket|\b)/g,
    );
    for (const name of new Set(names.map(([found]) => found)))
      expect([file, known]).toEqual([file, expect.stringContaining(`\`${name}\``)]);
  }
});

/** @throws Error if there is no match, so that tests do not pass without assertions */
function matchesOf(text: string, pattern: RegExp): RegExpExecArray[] {
  const matches = [...text.matchAll(pattern)];
  if (matches.length === 0) throw new Error(`Nothing matches ${String(pattern)}`);
  return matches;
}

/** Whether the file or folder that a link points to exists, including the heading if there is one. */
function hasTarget(file: string, link: string): boolean {
  const [target = '', heading] = link.split('#');
  const document = target === '' ? file : path.join(path.dirname(file), target);
  if (!existsSync(path.join(root, document))) return false;
  return heading === undefined || headingsOf(document).includes(heading);
}

/** Returns the anchors that GitHub generates for a document's headings. */
function headingsOf(file: string): string[] {
  return [...readDocument(file).matchAll(/^#+ (.+)$/gm)].map(([, text]) =>
    text!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function readDocument(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

function listDocuments(): string[] {
  const folders = ['docs', 'packages', 'e2e', 'bench', 'integrations'].flatMap(folder =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.md') && !file.includes('node_modules'))
      .map(file => path.join(folder, file)),
  );
  const files = readdirSync(root).filter(file => file.endsWith('.md'));
  return [...files, ...folders];
}

function listConsoleDocuments(): string[] {
  const isRun = (file: string) => !file.startsWith('bench') && !file.startsWith('e2e');
  return listDocuments().filter(
    file => isRun(file) && readDocument(file).includes('\n```console\n'),
  );
}

function readSteps(document: string): Step[] {
  const steps: Step[] = [];
  let isConsole = false;
  let isCommand = false;
  let sql: Step | null = null;
  for (const [index, line] of document.split('\n').entries()) {
    if (line.startsWith('```')) {
      isConsole = line === '```console';
      if (sql) sql.command += 'SQL';
      sql = line === '```sql' ? { line: index + 1, command: DUCKDB, output: '' } : null;
      if (sql) steps.push(sql);
    } else if (sql) sql.command += `${line}\n`;
    else if (!isConsole) continue;
    else if (line.startsWith('$ ')) {
      steps.push({ line: index + 1, command: line.slice(2), output: '' });
      isCommand = true;
    } else {
      const step = steps.at(-1)!;
      isCommand &&= /^\s/.test(line) || step.command.endsWith('\\');
      if (isCommand) step.command += `\n${line}`;
      else step.output += `${line}\n`;
    }
  }
  return steps.filter(({ command }) => isInstalled(command));
}

/** Whether the other programs that a command uses besides Node.js are installed. */
function isInstalled(command: string) {
  const programs = command.match(/\b(curl|jq|psql|python3|Rscript)\b/g) ?? [];
  return programs.every(program => spawnSync(program, ['--version']).status === 0);
}

/** Returns the output of each step. All steps run in the same shell, so that they share variables. */
async function runSteps(steps: Step[]): Promise<string[]> {
  const script = steps.map(
    ({ line, command }, index) =>
      `echo "line ${line}" >&3\n{\n${withTestServices(command)}\n} >"$OUTPUT/${index}"\n`,
  );
  const output = await mkdtemp(path.join(tmpdir(), 'documents-output-'));
  const folder = await mirrorCheckout();
  const file = path.join(output, 'script');
  await writeFile(file, `set -e -o pipefail\nexec 3>"$OUTPUT/steps"\n${script.join('')}`);
  try {
    await promisify(execFile)('bash', [file], {
      cwd: folder,
      env: { ...env, OUTPUT: output, TMPDIR: output },
      maxBuffer: 2 ** 28,
    });
    return await Promise.all(
      steps.map((_, index) => readFile(path.join(output, String(index)), 'utf8')),
    );
  } catch (error) {
    const reached = await readFile(path.join(output, 'steps'), 'utf8').catch(() => '');
    const { stderr } = error as { stderr?: string };
    const logs = Object.values(services).map(service => service.output().slice(-2000));
    throw new Error(
      [`${reached.trim().split('\n').at(-1)}: ${stderr ?? String(error)}`, ...logs].join('\n'),
    );
  } finally {
    for (const each of [output, folder]) await rm(each, { recursive: true, force: true });
  }
}

/** Creates a folder that looks like the checkout but is writable. */
async function mirrorCheckout(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'documents-'));
  for (const entry of await readdir(root)) {
    if (!entry.startsWith('.')) await symlink(path.join(root, entry), path.join(folder, entry));
  }
  return folder;
}

function withTestServices(command: string) {
  return command
    .replaceAll('http://127.0.0.1:3001', services.versioning.url)
    .replaceAll('http://127.0.0.1:3002', services.reporting.url)
    .replace(
      /npm run -s (versioning|reporting) --/g,
      (_, service: string) => `"${process.execPath}" "${cliOf(service)}"`,
    );
}

/** Returns the parts of an output to compare: the properties of JSON, title and code of problems, the words of text. */
function toShape(output: string): unknown {
  const text = output.trim();
  try {
    return shapeOf(JSON.parse(text.replaceAll('\n', '')));
  } catch {
    return text
      .replace(/v[rs]k_[a-z]+_[\w-]+/g, '<secret>')
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
      .replace(/\d+(,\d{3})*/g, '<number>')
      .replace(/ +/g, ' ')
      .split('\n');
  }
}

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (value === null || typeof value !== 'object') return 'value';
  const isProblem = 'Code' in value || ('code' in value && 'title' in value);
  const isKept = (name: string) => isProblem && /^(title|code)$/i.test(name);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, isKept(name) ? inner : shapeOf(inner)]),
  );
}

/** Cuts an output where the document has `…`. */
function upToEllipsis(shape: unknown, expected: string): unknown {
  const lines = expected.trim().split('\n');
  if (!Array.isArray(shape) || lines.at(-1) !== '…') return shape;
  return [...(shape as string[]).slice(0, lines.length - 1), '…'];
}
