import { Problem } from '@platform/http';
import {
  afterRelease,
  type Component,
  nextVersion,
  numberOverflow,
  previousOf,
  successor,
} from '../src/packages/next-version';
import { formatVersion, parseLine, parseVersion } from '../src/packages/semantic-version';

interface Situation {
  readonly current: string;
  readonly highest?: string;
  readonly releases?: readonly string[];
  readonly bases?: Readonly<Record<string, string>>;
}

function known({ current, highest = current, releases = [], bases = {} }: Situation) {
  return {
    id: 7,
    tag: null,
    revision: 3,
    current: parseVersion(current),
    highest: parseVersion(highest),
    earlier: releases.map(release => ({ ...parseVersion(release), commit: release })),
    releases: releases.map(parseVersion),
    bases: Object.fromEntries(
      Object.entries(bases).map(([component, base]) => [component, parseVersion(base)]),
    ),
  };
}

function wanted(component: string, line?: string, label?: string) {
  return {
    slug: 'app',
    component: component as Component,
    line: line === undefined ? null : parseLine(line),
    label: label ?? null,
  };
}

type Call = readonly [component: string, line?: string | undefined, label?: string];

/** The version, with what it is beside; or the refusal. */
function next(situation: Situation, [component, line, label]: Call): string | null {
  const version = nextVersion(known(situation), wanted(component, line, label));
  if (version === null) return null;
  if (version instanceof Problem) return `${version.code}: ${version.detail}`;
  return `${formatVersion(version)}${version.moves ? '' : ` beside ${situation.current}`}`;
}

test.each([
  ['1.4.2', 'Major', '2.0.0'],
  ['1.4.2', 'Minor', '1.5.0'],
  ['1.4.2', 'Patch', '1.4.3'],
  ['0.0.0', 'Major', '1.0.0'],
  ['0.0.0', 'Minor', '0.1.0'],
  ['0.0.0', 'Patch', '0.0.1'],
])('the successor of %s by %s is %s', (version, component, expected) => {
  expect(formatVersion(successor(parseVersion(version), component as Component))).toBe(expected);
});

describe('the next version', () => {
  const highest = { current: '2.0.0', releases: ['1.4.2', '1.5.3', '2.0.0'] };
  const setBack = {
    current: '1.0.1',
    highest: '1.2.1',
    releases: ['1.0.3', '1.2.0'],
    bases: { Patch: '1.0.3', Minor: '1.2.1' },
  };

  test.each([
    ['follows the current version', highest, ['Patch'], '2.0.1'],
    ['of a line follows its highest release', highest, ['Patch', '1.4'], '1.4.3 beside 2.0.0'],
    ['of a major line follows its highest minor', highest, ['Patch', '1'], '1.5.4 beside 2.0.0'],
    ['of a major line may be a minor', highest, ['Minor', '1'], '1.6.0 beside 2.0.0'],
    ['of the line of the current version moves it', highest, ['Patch', '2'], '2.0.1'],
    ['of a pre-release moves nothing', highest, ['Minor', undefined, 'rc'], '2.1.0 beside 2.0.0'],
    ['of a pre-release of a line', highest, ['Patch', '1.4', 'rc'], '1.4.3 beside 2.0.0'],
    ['after a set back is the first that is free', setBack, ['Patch'], '1.0.4'],
    ['after a set back, by the component', setBack, ['Minor'], '1.3.0'],
    [
      'after a set back, of a pre-release',
      setBack,
      ['Minor', undefined, 'rc'],
      '1.3.0 beside 1.0.1',
    ],
    ['after a set back, of a line', setBack, ['Patch', '1.2'], '1.2.1 beside 1.0.1'],
    ['after a set back has to be read', setBack, ['Major'], null],
  ] as const)('%s', (_, situation, call, expected) => {
    expect(next(situation, call)).toBe(expected);
  });

  test.each([
    [highest, ['Patch', '1.3'], 'line-not-found: app has no release 1.3.'],
    [{ current: '0.0.0' }, ['Patch', '0'], 'line-not-found: app has no release 0.'],
    [{ current: '2147483647.4.2' }, ['Major'], 'from 2147483647.4.2: its major part'],
    [{ current: '1.2147483647.2' }, ['Minor'], 'from 1.2147483647.2: its minor part'],
    [
      { current: '2.0.0', releases: ['1.4.2147483647'] },
      ['Patch', '1.4'],
      'from 1.4.2147483647: its patch part',
    ],
  ] as const)('of %j by %j is refused: %s', (situation, call, expected) => {
    expect(next(situation, call)).toContain(expected);
  });

  test('of a line is refused as that of an unknown package where there is none', () => {
    const version = nextVersion({ ...known({ current: '0.0.0' }), id: null }, wanted('Patch', '0'));
    expect(version).toMatchObject({ code: 'package-not-found' });
  });

  test('follows a release of its line that was made before it', () => {
    const after = afterRelease(known(highest), { ...parseVersion('1.4.3'), moves: false }, 'c');
    expect(formatVersion(after.current)).toBe('2.0.0');
    expect(nextVersion(after, wanted('Patch', '1.4'))).toMatchObject({ patch: 4 });
    expect(nextVersion(after, wanted('Patch', '1'))).toMatchObject({ minor: 5, patch: 4 });
    expect(previousOf(after, parseVersion('1.4.4'))).toEqual(['1.4.3', 'c']);
    expect(previousOf(after, parseVersion('1.5.0'))).toEqual(['1.4.3', 'c']);
    expect(previousOf(after, parseVersion('1.3.0'))).toBeNull();
  });

  test('after a set back and a release has to be read again', () => {
    const after = afterRelease(known(setBack), { ...parseVersion('1.0.4'), moves: true }, null);
    expect(formatVersion(after.current)).toBe('1.0.4');
    expect(nextVersion(after, wanted('Patch'))).toBeNull();
  });
});

test('the refusal of a pre-release past the largest number names the last one', () => {
  const problem = numberOverflow(known({ current: '1.4.2' }), wanted('Minor', undefined, 'rc'));
  expect(problem.detail).toContain('from 1.5.0-rc.2147483647: its number after rc');
});
