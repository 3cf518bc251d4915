import { Problem } from '@platform/http/problems';

/** The core of a semantic version; each part is an integer in `[0, MAX_PART]`. */
export interface SemanticVersion {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
}

/** The releases with a major version, or with a major and minor version. */
export interface Line {
  readonly major: number;
  readonly minor: number | null;
}

/** PostgreSQL's largest `integer`. */
export const MAX_PART = 2_147_483_647;

/** Parses `<major>.<minor>.<patch>`, each part at most MAX_PART. @throws Problem invalid-request */
export function parseVersion(text: string): SemanticVersion {
  const version = readRelease(text);
  if (version) return version;
  throw new Problem(
    'invalid-request',
    `Version must be <major>.<minor>.<patch>: whole numbers without leading zeros or suffix, each at most ${MAX_PART}.`,
  );
}

function readRelease(text: string): SemanticVersion | null {
  const match = /^(0|[1-9]\d{0,9})\.(0|[1-9]\d{0,9})\.(0|[1-9]\d{0,9})$/.exec(text);
  const [major, minor, patch] = (match ?? []).slice(1).map(Number) as [number, number, number];
  return match && Math.max(major, minor, patch) <= MAX_PART ? { major, minor, patch } : null;
}

/** A version in the history: a release, or a pre-release such as 1.5.0-rc.2. */
export interface HistoryVersion extends SemanticVersion {
  readonly preLabel: string | null;
  readonly preNumber: number | null;
}

/** A version with a suffix as increments give it: a label that is not all digits, and a number. */
const PRE_RELEASE =
  /^(?<release>[^-+]+)-(?<preLabel>(?!\d+\.)[A-Za-z0-9-]{1,20})\.(?<number>[1-9]\d{0,9})$/;

/** Parses `<major>.<minor>.<patch>` or `<major>.<minor>.<patch>-<label>.<number>`. @throws Problem invalid-request */
export function parseHistoryVersion(text: string): HistoryVersion {
  const { release = text, preLabel = null, number } = PRE_RELEASE.exec(text)?.groups ?? {};
  const version = readRelease(release);
  const preNumber = number === undefined ? null : Number(number);
  if (version && (preNumber ?? 0) <= MAX_PART) return { ...version, preLabel, preNumber };
  throw new Problem(
    'invalid-request',
    `Version must be <major>.<minor>.<patch>, or that with -<label>.<number>: whole numbers without leading zeros, each at most ${MAX_PART}.`,
  );
}

export function formatVersion({ major, minor, patch }: SemanticVersion): string {
  return `${major}.${minor}.${patch}`;
}

export function formatHistoryVersion(version: HistoryVersion): string {
  const { preLabel, preNumber } = version;
  return formatVersion(version) + (preLabel === null ? '' : `-${preLabel}.${preNumber}`);
}

/** Whether `one` has higher precedence than `other`. */
export function isGreater(one: SemanticVersion, other: SemanticVersion): boolean {
  return compareReleases(one, other) > 0;
}

export function compareReleases(one: SemanticVersion, other: SemanticVersion): number {
  return one.major - other.major || one.minor - other.minor || one.patch - other.patch;
}

/** Parses `<major>` or `<major>.<minor>`, already validated by the schema. @throws Problem invalid-request */
export function parseLine(text: string | undefined): Line | null {
  if (text === undefined) return null;
  const [major, minor = null] = text.split('.').map(Number) as [number, number?];
  if (Math.max(major, minor ?? 0) > MAX_PART) {
    throw new Problem('invalid-request', `line must have parts of at most ${MAX_PART}.`);
  }
  return { major, minor };
}

export function isInLine({ major, minor }: SemanticVersion, line: Line): boolean {
  return major === line.major && (line.minor === null || minor === line.minor);
}

export function formatLine({ major, minor }: Line): string {
  return minor === null ? String(major) : `${major}.${minor}`;
}
