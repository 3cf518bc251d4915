import { invalidFields } from '@platform/http/problems';
import type { Instant } from '../api-keys/keys.dto';
import { formatVersion } from './semantic-version';

/**
 * The key of a package: begins with a letter or digit, then letters, digits, `.`, `_` and `-`. It may begin with `@` and
 * have segments, such as `@acme/web`: percent-encoded in paths, `%40acme%2Fweb`.
 * @minLength 1 must be 1 to 100 letters, digits, dots, underscores and hyphens, beginning with a letter or digit, or such segments with / between them, also behind @
 * @maxLength 100 must be 1 to 100 letters, digits, dots, underscores and hyphens, beginning with a letter or digit, or such segments with / between them, also behind @
 * @pattern ^@?[A-Za-z0-9][A-Za-z0-9._-]*(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._-]+)*$ must be 1 to 100 letters, digits, dots, underscores and hyphens, beginning with a letter or digit, or such segments with / between them, also behind @
 * @example "billing-api"
 */
export type Slug = string;

/**
 * The page of the build that asks: an http or https URL of at most 500 characters, kept in the history without a user
 * and password.
 * A repeated request under an Idempotency-Key keeps the first one.
 * @maxLength 500
 * @pattern ^[Hh][Tt][Tt][Pp][Ss]?:\/\/[A-Za-z0-9[_][!-~]*$ must be an http or https URL
 */
export type BuildUrl = string;

/**
 * The commit that the build is of, 7 to 64 hexadecimal digits, kept in the history.
 * Under an Idempotency-Key, a request of another commit is another request.
 * @pattern ^[0-9A-Fa-f]{7,64}$ must be 7 to 64 hexadecimal digits
 */
export type BuildCommit = string;

/**
 * Counts on from the highest release of this line, `<major>` or `<major>.<minor>`, in place of the current version.
 * @pattern ^(0|[1-9]\d{0,9})(\.(0|[1-9]\d{0,9}))?$ must be <major> or <major>.<minor>, such as 1 or 1.4
 */
export type ReleaseLine = string;

/**
 * Counts on from the highest release of this major version, in place of the current version.
 * @pattern ^(0|[1-9]\d{0,9})$ must be <major>, such as 1
 */
export type MajorLine = string;

/**
 * Makes a pre-release with this label of the version that the call would make: `rc` gives 1.5.0-rc.1, then 1.5.0-rc.2.
 * 1 to 20 letters, digits and hyphens, not only digits. The current version stays.
 * @pattern ^(?=[0-9]*[A-Za-z-])[0-9A-Za-z-]{1,20}$ must be 1 to 20 letters, digits and hyphens, not only digits
 */
export type PreReleaseLabel = string;

/**
 * A named package and the version it is at.
 * @example { "Slug": "billing-api", "Name": "Billing API", "Version": "1.4.2", "Major": 1, "Minor": 4, "Patch": 2, "CreatedAt": "2026-03-01T09:30:00.000Z", "UpdatedAt": "2026-11-02T14:05:12.480Z" }
 */
export interface Package {
  /** The key of the package: 1 to 100 characters, case-sensitive, kept as sent. */
  Slug: string;
  /** The name for people. */
  Name: string;
  /** `<Major>.<Minor>.<Patch>` */
  Version: string;
  /**
   * The first part of `Version`.
   * @isInt
   */
  Major: number;
  /**
   * The second part of `Version`.
   * @isInt
   */
  Minor: number;
  /**
   * The third part of `Version`.
   * @isInt
   */
  Patch: number;
  /** The label and number of a pre-release, `rc.1`: only in the response to an increment with `pre`. */
  PreRelease?: string;
  /** What was released before this version: only in the response to an increment, null if nothing was. */
  Previous?: PreviousRelease | null;
  /** When the package was created, UTC. */
  CreatedAt: Date;
  /** When its version last changed, UTC. */
  UpdatedAt: Date;
}

/** The highest release below a version that existed when it was made and is not withdrawn: a changelog begins there. */
export interface PreviousRelease {
  /** `<major>.<minor>.<patch>` */
  Version: string;
  /** The commit that it was made for; null where none was sent. */
  Commit: string | null;
}

/**
 * `commit`: where the package has a version of this kind that was made for the commit of `Build-Commit`, that one
 * is returned, with `Once-Replayed: commit`.
 */
export type Once = 'commit';

/** Which part is incremented. */
export type IncrementPath = 'major' | 'minor' | 'patch';

/** The version that an increment would give now. */
export interface NextVersionPreview {
  /** The version, of a pre-release with its label and number. */
  Version: string;
  /** Whether there is no such package yet. */
  IsNew: boolean;
}

/**
 * An increment of one of several packages.
 * @example { "Slug": "billing-api", "Component": "Minor" }
 */
export interface IncrementItem {
  Slug: Slug;
  Component: IncrementComponent;
  Line?: ReleaseLine;
  Pre?: PreReleaseLabel;
}

/** The part of a version that is incremented. */
export enum IncrementComponent {
  Major = 'Major',
  Minor = 'Minor',
  Patch = 'Patch',
}

/**
 * Increments that are done together or not at all.
 * @example { "Items": [{ "Slug": "billing-api", "Component": "Minor" }] }
 */
export interface IncrementItems {
  /**
   * In this order; a package may occur several times.
   * @minItems 1
   * @maxItems 200
   */
  Items: IncrementItem[];
}

/** The packages with the versions that the increments made, in the order of the increments. */
export interface IncrementedItems {
  /** One for each increment. */
  Items: Package[];
}

/** Whether a version counts. */
export enum VersionState {
  Released = 'Released',
  Withdrawn = 'Withdrawn',
}

/**
 * Withdraws a version, or releases it again.
 * @example { "State": "Withdrawn", "Reason": "The job was cancelled." }
 */
export interface NewVersionState {
  State: VersionState;
  /**
   * Why, for the history.
   * @maxLength 500
   * @pattern ^[^\u0000-\u001f\u007f]*$ must not hold control characters
   */
  Reason?: string;
}

/**
 * A version that was handed out elsewhere.
 * @example { "Version": "v1.4.2", "At": "2025-03-01T09:30:00Z", "Commit": "8d0f2b6c9e" }
 */
export interface VersionToAdopt {
  /**
   * As the tag names it; a `v` in front is taken off.
   * @minLength 1
   * @maxLength 200
   */
  Version: string;
  /** When it was made, not in the future. Omitted: before what is there, in the order of versions. */
  At?: Instant;
  Commit?: BuildCommit;
  BuildUrl?: BuildUrl;
}

/**
 * Versions to adopt.
 * @example { "Versions": [{ "Version": "1.4.2", "At": "2026-10-31T23:00:00Z" }] }
 */
export interface VersionsToAdopt {
  /**
   * In any order.
   * @minItems 1
   * @maxItems 10000
   */
  Versions: VersionToAdopt[];
  /** The name of a package that is created. Omitted: the slug. */
  Name?: string;
}

/** A version that is not adopted. */
export interface SkippedVersion {
  /** As it was sent. */
  Version: string;
  /** Why. */
  Reason: string;
}

/** What became of the versions. */
export interface AdoptedVersions {
  /** The version that the package is at. */
  Version: string;
  /**
   * How many the history has now and lacked before.
   * @isInt
   */
  Adopted: number;
  /**
   * How many it had.
   * @isInt
   */
  Unchanged: number;
  /** Those that the history cannot hold, and those that are there with another commit. */
  Skipped: SkippedVersion[];
}

/**
 * A package to create.
 * @example { "Slug": "billing-api", "Name": "Billing API" }
 */
export interface NewPackage {
  Slug: Slug;
  /** 1 to 200 characters after trimming, no control characters. Omitted: the slug. */
  Name?: string;
}

/**
 * A version to set.
 * @example { "Version": "2.4.0" }
 */
export interface NewVersion {
  /**
   * `<major>.<minor>.<patch>`: no leading zeros, no suffix, each part at most 2147483647.
   * @maxLength 32
   */
  Version: string;
  /** Also take a version that is not greater than the current one. Default false. */
  Force?: boolean;
}

/** The version that a package is at. */
export interface CurrentVersion {
  /** `<major>.<minor>.<patch>` */
  Version: string;
}

/** What changed a version. An increment that creates its package is recorded as its own component. */
export enum ChangeComponent {
  Created = 'Created',
  Major = 'Major',
  Minor = 'Minor',
  Patch = 'Patch',
  Set = 'Set',
  Adopted = 'Adopted',
  Withdrawn = 'Withdrawn',
  Released = 'Released',
}

/** One change of a package's version. */
export interface PackageChange {
  /** The version that the change made. */
  Version: string;
  Component: ChangeComponent;
  /** When it was made, UTC. */
  At: Date;
  /** The name of the API key that made it. */
  KeyName: string;
  /** The page of the build that made it, as sent in `Build-Url`; null where none was sent. */
  BuildUrl: string | null;
  /** The commit of that build, as sent in `Build-Commit`; null where none was sent. */
  Commit: string | null;
  /** Whether the version counts, or was taken back. */
  State: VersionState;
  /** Why it was withdrawn or released again; null in other changes, and where none was sent. */
  Reason: string | null;
}

/** The change that handed a version out. */
export interface VersionDetails extends PackageChange {
  /** What was released before it; null where there is nothing. */
  Previous: PreviousRelease | null;
}

/**
 * A version of a package, `<major>.<minor>.<patch>`, of a pre-release with `-<label>.<number>`.
 * @pattern ^(0|[1-9]\d{0,9})\.(0|[1-9]\d{0,9})\.(0|[1-9]\d{0,9})(-(?=[0-9]*[A-Za-z-])[0-9A-Za-z-]{1,20}\.[1-9]\d{0,9})?$ must be a version, such as 1.4.2 or 1.5.0-rc.1
 * @example "1.4.2"
 */
export type VersionText = string;

/**
 * The beginning of a commit: 7 to 64 hexadecimal digits.
 * @pattern ^[0-9A-Fa-f]{7,64}$ must be 7 to 64 hexadecimal digits
 */
export type CommitPrefix = string;

/** A version that was handed out, of any package. */
export interface Release extends PackageChange {
  /** The package. */
  Slug: string;
}

/** A row of the package table, as every statement and the Prisma client give it. */
export interface PackageRow {
  slug: string;
  name: string;
  major: number;
  minor: number;
  patch: number;
  createdAt: Date;
  updatedAt: Date;
}

/** A row as the API gives it (docs/contract/versioning.md, "Format"). */
export function toPackage(row: PackageRow): Package {
  return {
    Slug: row.slug,
    Name: row.name,
    Version: formatVersion(row),
    Major: row.major,
    Minor: row.minor,
    Patch: row.patch,
    CreatedAt: row.createdAt,
    UpdatedAt: row.updatedAt,
  };
}

export const MAX_NAME_LENGTH = 200;

/** Up to the last `@` before path, query and fragment. */
const USER = /^(https?:\/\/)[^/?#]*@/i;

const WITH_HOST = /^https?:\/\/[a-z0-9[_]/i;

/** The page as the history keeps it: user and password are removed, since every reader of the history would see them. */
export function keptBuildUrl(sent: BuildUrl | undefined): string | null {
  if (sent === undefined) return null;
  const kept = sent.replace(USER, '$1');
  if (WITH_HOST.test(kept)) return kept;
  throw invalidFields([{ field: 'Build-Url', message: 'must be an http or https URL' }]);
}
