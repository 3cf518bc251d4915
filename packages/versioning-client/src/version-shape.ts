import { VersioningError } from './error';

interface Asked {
  readonly component: 'major' | 'minor' | 'patch';
  readonly line: string | undefined;
  readonly pre: string | undefined;
}

/**
 * Scripts and files of variables take a version as it is.
 * @throws VersioningError unreachable, for a version of another kind than was asked for
 */
export function requireVersionOf(asked: Asked, version: string): void {
  if (shapeOf(asked).test(version)) return;
  throw new VersioningError(
    'unreachable',
    'The answer holds no version of the kind that was asked for. Check the address of the service.',
  );
}

const NUMBER = '(0|[1-9]\\d{0,9})';

function shapeOf({ component, line, pre }: Asked): RegExp {
  const numbers = {
    major: `${NUMBER}\\.0\\.0`,
    minor: `${NUMBER}\\.${NUMBER}\\.0`,
    patch: `${NUMBER}\\.${NUMBER}\\.${NUMBER}`,
  }[component];
  const start = line === undefined ? '' : `(?=${escapeRegExp(line)}\\.)`;
  const end = pre === undefined ? '' : `-${escapeRegExp(pre)}\\.[1-9]\\d*`;
  return new RegExp(`^${start}${numbers}${end}$`);
}

function escapeRegExp(text: string): string {
  return text.replace(/[^\w]/g, '\\$&');
}
