import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect, createTestDatabase, type TestDatabase } from '@platform/db/testing';
import type { ServiceProcess } from '@platform/service/testing';
import { type Operation, PackageModel, RULES } from './package-model';
import { runVersioning } from './run-program';
import { startProcess } from './start-process';
import { type Reply, send } from './start-test-app';

/** The variables OPERATIONS and SEED lengthen or repeat a run. */
const OPERATIONS = Number(process.env.OPERATIONS ?? 400);
const SEED = Number(process.env.SEED ?? 42);
const CLIENTS = 16;
const KILLS = Math.max(1, Math.floor(OPERATIONS / 1_000));
const SLUGS = ['a', 'b', 'c'];

let database: TestDatabase;
let env: Record<string, string>;
let key: string;
const keys = new Map<string, string>();
let services: ServiceProcess[];
beforeAll(async () => {
  database = await createTestDatabase();
  env = { DATABASE_URL: database.url, RATE_LIMIT_DEFAULT: 'off' };
  const scopes = ['--scope', 'read,write,delete,keys'];
  key = (await runVersioning(['keys', 'create', '--name', 'ci', ...scopes], env)).stdout.trim();
  services = await Promise.all([startProcess(env), startProcess(env)]);
  for (const [name, Allows] of Object.entries(RULES)) {
    const body = { Name: name, Scopes: ['read', 'write'], Allows };
    keys.set(name, (await call(services[0]!, 'POST', '/api/keys', { body })).body.Key);
  }
  await logChanges();
});
afterAll(async () => {
  await Promise.all(services.map(service => service.kill('SIGKILL')));
  await database.drop();
});

interface Answer {
  readonly operation: Operation;
  /** Null if the service was killed before it responded. */
  readonly reply: Reply | null;
}

test(
  `every response to ${OPERATIONS} random operations matches a sequential execution (SEED=${SEED})`,
  async () => {
    const random = randomNumbers(SEED);
    const operations = Array.from({ length: OPERATIONS }, (_, id) => randomOperation(id, random));
    const answers = await perform(operations);
    expect(answers).toHaveLength(OPERATIONS);
    const { made, refused, replayed, current } = explainChanges(
      await readChanges(),
      operations,
      answers,
    );
    for (const answer of answers) {
      const { operation, reply } = answer;
      if (!reply) continue;
      const versions = operation.kind === 'batch' ? operation.slugs : [operation.slug];
      const isRefused =
        refused.has(answer) && !versions.some(slug => made.has(`${operation.id} ${slug}`));
      const isExplained =
        reply.status < 300
          ? operation.kind === 'delete' ||
            replayed.has(answer) ||
            versions.every(
              (slug, index) => versionOf(reply, index) === made.get(`${operation.id} ${slug}`),
            )
          : isRefused;
      if (!isExplained) throw new Error(JSON.stringify({ operation, text: reply.text }));
    }
    for (const slug of SLUGS) {
      const reply = await call(services[0]!, 'GET', `/api/packages/${slug}/version`);
      expect([slug, reply.body.Version]).toEqual([slug, current.get(slug)]);
    }
    await expectReplays(answers);
  },
  60_000 + OPERATIONS * 100,
);

/** Sixteen clients share the operations; a service is occasionally killed and replaced. */
async function perform(operations: readonly Operation[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  const waiting = [...operations];
  let kills = 0;
  const client = async () => {
    for (let operation = waiting.shift(); operation; operation = waiting.shift()) {
      answers.push({ operation, reply: await untilAnswered(operation) });
      if (answers.length > ((kills + 1) * OPERATIONS) / (KILLS + 1)) {
        kills += 1;
        await replaceService(kills % 2);
      }
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return answers;
}

/**
 * Expects every change to match the model at its place. Returns the version that each operation made, the answers whose
 * refusal or replay matches a state of their package, and the version that each package is at.
 */
function explainChanges(
  packages: readonly LoggedChange[][],
  operations: readonly Operation[],
  answers: readonly Answer[],
) {
  const made = new Map<string, string>();
  const current = new Map<string, string>();
  const refusals = answers.filter(({ reply }) => reply && reply.status >= 400);
  const refused = new Set<Answer>();
  const replayed = new Set<Answer>();
  const repeatable = answers.filter(
    ({ operation, reply }) =>
      reply?.status === 200 && (operation.kind === 'state' || reply.headers.has('once-replayed')),
  );
  const explain = (model: PackageModel, of: string | null) => {
    for (const answer of refusals) {
      const { operation, reply } = answer;
      const isOfPackage = of === null || operation.slug === of;
      if (isOfPackage && model.refusal(operation) === reply!.body.Code) refused.add(answer);
    }
    for (const answer of repeatable) {
      const { operation, reply } = answer;
      const version = String(reply!.body.Version);
      if (operation.slug !== of || replayed.has(answer) || !model.has(version)) continue;
      if (operation.kind === 'state' || model.madeFor(operation) === version) replayed.add(answer);
    }
  };
  explain(new PackageModel(), null);
  for (const changes of packages) {
    const model = new PackageModel();
    for (const [index, change] of changes.entries()) {
      const operation = change.operation === null ? null : operations[change.operation]!;
      if (operation) expect([operation, model.madeFor(operation)]).toEqual([operation, null]);
      if (operation) expect([operation, model.isAllowed(operation)]).toEqual([operation, true]);
      const expected = model.apply(operation, change);
      expect({ ...change, operation }).toMatchObject({
        ...expected,
        operation,
        revision: index + 1,
      });
      if (operation) {
        const place = `${operation.id} ${change.slug}`;
        expect(made.has(place)).toBe(false);
        const isIncrement = operation.kind === 'increment' || operation.kind === 'batch';
        const previous = isIncrement ? model.previousOf(change.version) : undefined;
        made.set(place, described(change.version, previous));
      }
      explain(model, change.slug);
    }
    const [{ slug, isDeleted }] = changes as [LoggedChange];
    if (!isDeleted) current.set(slug, model.version);
  }
  return { made, refused, replayed, current };
}

/** Responses stored under a key are replayed, even after the package was changed or deleted. */
async function expectReplays(answers: readonly Answer[]): Promise<void> {
  const stored = answers.filter(
    ({ operation, reply }) =>
      operation.idempotencyKey && reply && (reply.status < 300 || reply.status === 409),
  );
  for (const { operation, reply } of stored.filter((_, index) => index % 5 === 0)) {
    const again = await untilAnswered(operation);
    expect([operation.id, again?.text]).toEqual([operation.id, reply!.text]);
  }
}

/** Returns the version of a package, or of an item of a batch. */
function versionOf({ body }: Reply, index: number): string {
  const { Version, Previous } = body.Items?.[index] ?? body;
  return described(Version, Previous === null ? null : Previous?.Version);
}

/** Includes the previous release if the response contains it. */
function described(version: string, previous: string | null | undefined): string {
  return previous === undefined ? version : `${version} after ${previous}`;
}

/** So few that several operations share each. */
const COMMITS = Math.ceil(OPERATIONS / 20);

const COMPONENTS = ['major', 'minor', 'patch'] as const;

function randomOperation(id: number, random: (below: number) => number): Operation {
  const slug = SLUGS[random(SLUGS.length)]!;
  const version = `${random(3)}.${random(5)}.${random(6)}`;
  const common = { id, slug, idempotencyKey: random(3) > 0 ? `operation-${id}` : null };
  const names = Object.keys(RULES) as (keyof typeof RULES)[];
  const rules = random(3) > 0 ? 'everything' : names[random(names.length)]!;
  const dice = random(100);
  if (dice < 1) return { ...common, kind: 'delete', idempotencyKey: null };
  if (dice < 2)
    return { ...common, kind: 'advance', versions: [version, '0.9.9'], idempotencyKey: null };
  if (dice < 22) return { ...common, rules, kind: 'set', version, force: random(2) > 0 };
  if (dice < 28)
    return { ...common, kind: 'state', version, isWithdrawn: random(3) > 0, idempotencyKey: null };
  if (dice < 32)
    return { ...common, kind: 'batch', slugs: random(2) > 0 ? SLUGS : [...SLUGS].reverse() };
  const component = COMPONENTS[random(3)]!;
  const line = [String(random(3)), `${random(3)}.${random(5)}`][random(2)]!;
  const fits = component === 'patch' || (component === 'minor' && !line.includes('.'));
  return {
    ...common,
    rules,
    kind: 'increment',
    component,
    line: fits && random(3) === 0 ? line : null,
    label: random(4) === 0 ? ['rc', 'beta'][random(2)]! : null,
    commit: (0xa1b2c3d + random(COMMITS)).toString(16),
    isOnce: random(3) === 0,
  };
}

/** Returns a generator of numbers below a bound, determined by the seed. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Repeats an operation with its key until it is answered; without a key, sends it once. */
async function untilAnswered(operation: Operation): Promise<Reply | null> {
  if (operation.kind === 'advance') return advance(operation.slug, operation.versions);
  for (let attempt = operation.id; ; attempt++) {
    const reply = await request(services[attempt % 2]!, operation).catch(() => null);
    const isDone =
      reply !== null && reply.body?.Code !== 'idempotency-in-progress' && reply.status < 500;
    if (isDone) return reply;
    if (operation.idempotencyKey === null) return null;
  }
}

function request(service: ServiceProcess, operation: Operation): Promise<Reply> {
  const address = `/api/packages/${operation.slug}`;
  const key = keys.get(operation.rules ?? 'everything');
  const headers = {
    'build-url': `https://ci.example.org/${operation.id}`,
    ...(operation.idempotencyKey && { 'idempotency-key': operation.idempotencyKey }),
  };
  switch (operation.kind) {
    case 'increment': {
      const { component, line, label, commit, isOnce } = operation;
      const query = new URLSearchParams({
        ...(line && { line }),
        ...(label && { pre: label }),
        ...(isOnce && { once: 'commit' }),
      });
      return call(service, 'POST', `${address}/increment/${component}?${query.toString()}`, {
        key,
        headers: { ...headers, ...(commit && { 'build-commit': commit }) },
      });
    }
    case 'batch': {
      const Items = operation.slugs.map(Slug => ({ Slug, Component: 'Patch' }));
      return call(service, 'POST', '/api/increments', { headers, body: { Items } });
    }
    case 'state': {
      const State = operation.isWithdrawn ? 'Withdrawn' : 'Released';
      return call(service, 'PATCH', `${address}/versions/${operation.version}`, {
        body: { State },
      });
    }
    case 'set':
      return call(service, 'PUT', `${address}/version`, {
        key,
        headers,
        body: { Version: operation.version, Force: operation.force },
      });
    default:
      return call(service, 'DELETE', address);
  }
}

function call(service: ServiceProcess, method: string, address: string, options = {}) {
  return send(service.url + address, method, { key, ...options });
}

async function advance(slug: string, versions: readonly string[]): Promise<null> {
  const file = path.join(tmpdir(), `advance-${process.pid}-${SEED}-${Math.random()}`);
  await writeFile(file, versions.map(version => `${slug} ${version}\n`).join(''));
  try {
    expect((await runVersioning(['advance', file], env)).code).toBe(0);
  } finally {
    await rm(file);
  }
  return null;
}

async function replaceService(index: number): Promise<void> {
  await services[index]!.kill('SIGKILL');
  services[index] = await startProcess(env);
}

interface LoggedChange {
  readonly slug: string;
  readonly revision: number;
  readonly version: string;
  readonly component: string;
  /** The id of the operation; null for `advance`. */
  readonly operation: number | null;
  readonly isRepeat: boolean;
  readonly isDeleted: boolean;
}

/** Logs every change, including those of packages that are deleted later. */
async function logChanges(): Promise<void> {
  const db = connect(database.url);
  await db.pool.query(`
    create table change_log as select *, '' as slug from versioning.package_change;
    create function log_change() returns trigger language plpgsql as $$
      begin
        insert into change_log
        select new.*, slug from versioning.package where id = new.package_id;
        return null;
      end $$;
    create trigger log_change after insert on versioning.package_change
      for each row execute function log_change();`);
  await db.close();
}

/** Returns the changes of each package, in order. */
async function readChanges(): Promise<LoggedChange[][]> {
  const db = connect(database.url);
  const { rows } = await db.pool.query<LoggedChange & { packageId: number }>(`
    select
      package_id as "packageId",
      slug,
      revision,
      concat_ws('.', major, minor, patch) || coalesce('-' || pre_label || '.' || pre_number, '') as version,
      component,
      coalesce(is_repeat, false) as "isRepeat",
      substring(build_url from '\\d+$')::integer as operation,
      not exists (select from versioning.package where package.id = package_id) as "isDeleted"
    from change_log
    order by package_id, revision`);
  await db.close();
  const changes = new Map<number, LoggedChange[]>();
  for (const row of rows) {
    const known = changes.get(row.packageId);
    if (known) known.push(row);
    else changes.set(row.packageId, [row]);
  }
  return [...changes.values()];
}
