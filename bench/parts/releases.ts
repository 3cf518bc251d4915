import { figure, print } from '../measure.js';
import { issueKey, type Side, type Stage } from '../stage.js';
import { compare, printComparison, randomTo, slugsOf } from './increments.js';

const MILLION = 1_000_000;

/** What lines, pre-releases and packages behind their history cost. */
export async function releases(stage: Stage): Promise<void> {
  const key = await issueKey(stage);
  const side = await stage.service('versioning', { authorization: `Bearer ${key}` });
  await kinds(stage, side);
  await setBack(stage, side);
}

/** Each kind on packages of its own, which are at 2.0.0 with a line 1.4. */
async function kinds(stage: Stage, side: Side): Promise<void> {
  for (const slugs of [1, 2_000]) {
    const calls = (kind: string, query = '') => {
      const path = () => `/api/packages/${kind}-${randomTo(slugs)}/increment/patch${query}`;
      return { side, path };
    };
    for (const kind of ['plain', 'line', 'pre']) await insertPackages(stage, kind, slugs);
    const measured = await compare(stage, {
      plain: calls('plain'),
      line: calls('line', '?line=1.4'),
      'pre-release': calls('pre', '?pre=rc'),
    });
    printComparison(slugsOf(slugs), measured);
  }
}

async function insertPackages(stage: Stage, kind: string, count: number): Promise<void> {
  await stage.client.query(
    `with inserted as (
      insert into versioning.package (slug, name, major, minor, patch, revision, commit_at)
      select $1 || '-' || n, $1, 2, 0, 0, 2, 2
      from generate_series(0, $2::integer - 1) as n
      on conflict do nothing
      returning id
    )
    insert into versioning.package_change (package_id, revision, component, major, minor, patch, at, key_name)
    select id, revision, 'Patch', major, minor, 0, now(), 'bench'
    from inserted
    cross join (values (1, 1, 4), (2, 2, 0)) as release (revision, major, minor)`,
    [kind, count],
  );
}

/** Two packages of a million versions 1.0.x before 2.0.0; one of them was then set back to 1.0.0. */
async function setBack(stage: Stage, side: Side): Promise<void> {
  for (const slug of ['leading', 'behind']) {
    const major = slug === 'behind' ? 1 : 2;
    await stage.client.query(
      `with inserted as (
        insert into versioning.package (slug, name, major, minor, patch, revision, commit_at)
        values ($1, $1, $2::integer, 0, 0, $3::integer + 2, case $2::integer when 2 then $3::integer + 2 else 0 end)
        on conflict do nothing
        returning id
      )
      insert into versioning.package_change
        (package_id, revision, component, major, minor, patch, at, key_name)
      select id, n, 'Patch', case when n > $3 then 2 else 1 end, 0, case when n > $3 then 0 else n end, now(), 'bench'
      from inserted
      cross join generate_series(0, $3::integer + 1) as n`,
      [slug, major, MILLION],
    );
  }
  await stage.client.query('analyze versioning.package_change');
  const path = (slug: string) => `/api/packages/${slug}/increment/patch`;
  const start = performance.now();
  const first = await fetch(side.url + path('behind'), { method: 'POST', headers: side.headers });
  const milliseconds = performance.now() - start;
  const { Version: version } = (await first.json()) as { Version: string };
  print(
    `The first increment after the set passes a million versions: ${version}, ${figure(milliseconds)} ms.\n`,
  );
  const calls = {
    leading: { side, path: () => path('leading') },
    'set back': { side, path: () => path('behind') },
  };
  printComparison('a million versions', await compare(stage, calls));
}
