import {
  type KnownVersions,
  nextVersion,
  numberOverflow,
  successor,
} from '../src/packages/next-version';
import type { IncrementComponent } from '../src/packages/packages.dto';
import { formatVersion, parseLine, parseVersion } from '../src/packages/semantic-version';

interface Situation {
  readonly current: string;
  /** The highest release of the line, or the current version of a package that was set back. */
  readonly base?: string;
}

function known({ current, base }: Situation): KnownVersions {
  const version = parseVersion(current);
  const from = base === undefined ? null : parseVersion(base);
  return { exists: true, current: version, base: from };
}

function wanted(component: string, line?: string, label?: string) {
  return {
    slug: 'app',
    component: component as IncrementComponent,
    line: parseLine(line),
    label: label ?? null,
  };
}

type Call = readonly [component: string, line?: string | undefined, label?: string];

/** Returns the next version, and the current version if that does not change. */
function next(situation: Situation, [component, line, label]: Call): string {
  const version = nextVersion(known(situation), wanted(component, line, label));
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
  expect(formatVersion(successor(parseVersion(version), component as IncrementComponent))).toBe(
    expected,
  );
});

describe('the next version', () => {
  const highest = (base?: string) => ({ current: '2.0.0', ...(base !== undefined && { base }) });
  const setBack = (base: string) => ({ current: '1.0.1', base });

  test.each([
    ['follows the current version', highest(), ['Patch'], '2.0.1'],
    [
      'of a line follows its highest release',
      highest('1.4.2'),
      ['Patch', '1.4'],
      '1.4.3 beside 2.0.0',
    ],
    ['of a major line may be a minor', highest('1.5.3'), ['Minor', '1'], '1.6.0 beside 2.0.0'],
    ['of the line of the current version moves it', highest('2.0.0'), ['Patch', '2'], '2.0.1'],
    ['of a pre-release moves nothing', highest(), ['Minor', undefined, 'rc'], '2.1.0 beside 2.0.0'],
    ['of a pre-release of a line', highest('1.4.2'), ['Patch', '1.4', 'rc'], '1.4.3 beside 2.0.0'],
    ['after a set back is the first that is free', setBack('1.0.3'), ['Patch'], '1.0.4'],
    ['after a set back, by the component', setBack('1.2.1'), ['Minor'], '1.3.0'],
    ['after a set back, of a line', setBack('1.2.0'), ['Patch', '1.2'], '1.2.1 beside 1.0.1'],
  ] as const)('%s', (_, situation, call, expected) => {
    expect(next(situation, call)).toBe(expected);
  });

  test.each([
    [highest(), ['Patch', '1.3'], 'app has no release 1.3.'],
    [{ current: '0.0.0' }, ['Patch', '0'], 'app has no release 0.'],
    [{ current: '2147483647.4.2' }, ['Major'], 'from 2147483647.4.2: its major part'],
    [{ current: '1.2147483647.2' }, ['Minor'], 'from 1.2147483647.2: its minor part'],
    [highest('1.4.2147483647'), ['Patch', '1.4'], 'from 1.4.2147483647: its patch part'],
  ] as const)('of %j by %j is refused: %s', (situation, call, expected) => {
    expect(() => next(situation, call)).toThrow(expected);
  });

  test('of a line of an unknown package is refused', () => {
    const none = { ...known({ current: '0.0.0' }), exists: false };
    expect(() => nextVersion(none, wanted('Patch', '0'))).toThrow('There is no package named app');
  });
});

test('the refusal of a pre-release after the largest number names the last one', () => {
  const { detail } = numberOverflow('app', parseVersion('1.5.0'), 'rc');
  expect(detail).toContain('from 1.5.0-rc.2147483647: its number after rc');
});
