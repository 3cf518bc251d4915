import type { Instant } from '../api-keys/keys.dto';
import { formatVersion } from './semantic-version';

/**
 * Identifies a package: a letter or digit, followed by letters, digits, `.`, `_` and `-`. It may begin with `@` and
 * have segments, such as `@acme/web`, which is percent-encoded in paths: `%40acme%2Fweb`.
 * @minLength 1 must be 1 to 100 letters, digits, dots, underscores and hyphens, beginning with a letter or digit, or several such segments separated by /, optionally preceded by @
 * @maxLength 100 must be 1 to 100 letters, digits, dots, underscores and hyphens, beginning with a letter or digit, or several such segments separated by /, optionally preceded by @
 * @pattern ^@?[A-Za-z0-9][A-Za-z0-9._-]*(/(?!\.{1,2}(/|$))[A-Za-z0-9._-]+)*$ must be 1 to 100 letters, digits, dots, underscores and hyphens, beginning with a letter or digit, or several such segments separated by /, optionally preceded by @
 * @example "billing-api"
 */
export type Slug = string;

/**
 * The page of the build that makes the request: an http or https URL of at most 500 characters. It is recorded in the
 * history without its user name and password.
 * A request repeated with the same Idempotency-Key keeps the first URL.
 * @maxLength 500
 * @pattern ^[Hh][Tt][Tt][Pp][Ss]?://([A-Za-z0-9[_][!"$-.0->@-~]*@)?[A-Za-z0-9[_][!"$-.0->A-~]*([/?#][!-~]*)?$ must be an http or https URL
 */
export type BuildUrl = string;

/**
 * The commit being built, 7 to 64 hexadecimal digits. It is recorded in the history.
 * With an Idempotency-Key, a request with a different commit is a different request.
 * @pattern ^[0-9A-Fa-f]{7,64}$ must be 7 to 64 hexadecimal digits
 */
export type BuildCommit = string;

/**
 * Increments the highest release of this line, `<major>` or `<major>.<minor>`, instead of the current version.
 * @pattern ^(0|[1-9]\d{0,9})(\.(0|[1-9]\d{0,9}))?$ must be <major> or <major>.<minor>, such as 1 or 1.4
 */
export type ReleaseLine = string;

/**
 * Increments the highest release of this major version instead of the current version.
 * @pattern ^(0|[1-9]\d{0,9})$ must be <major>, such as 1
 */
export type MajorLine = string;

/**
 * Makes a pre-release, with this label, of the version that the call would otherwise make: `rc` gives 1.5.0-rc.1, then
 * 1.5.0-rc.2. 1 to 20 letters, digits and hyphens, not only digits. The current version does not change.
 * @pattern ^(?=[0-9]*[A-Za-z-])[0-9A-Za-z-]{1,20}$ must be 1 to 20 letters, digits and hyphens, not only digits
 */
export type PreReleaseLabel = string;

/**
 * A named package and its current version.
 * @example { "Slug": "billing-api", "Name": "Billing API", "Version": "1.4.2", "Major": 1, "Minor": 4, "Patch": 2, "CreatedAt": "2026-03-01T09:30:00.000Z", "UpdatedAt": "2026-11-02T14:05:12.480Z" }
 */
export interface Package {
  /** Identifies the package: 1 to 100 characters, case-sensitive, stored as sent. */
  Slug: string;
  /** The display name. */
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
  /** The label and number of a pre-release, such as `rc.1`. Only in the response to an increment with `pre`. */
  PreRelease?: string;
  /** The release before this version, null if there is none. Only in the response to an increment. */
  Previous?: PreviousRelease | null;
  /** When the package was created, UTC. */
  CreatedAt: Date;
  /** When the version last changed, UTC. */
  UpdatedAt: Date;
}

/**
 * The highest release below a version that existed when it was made and is not withdrawn: the start of its changelog.
 */
export interface PreviousRelease {
  /** `<major>.<minor>.<patch>` */
  Version: string;
  /** The commit that it was made for; null if none was sent. */
  Commit: string | null;
}

/**
 * `commit`: if the package already has such a version made for the commit in `Build-Commit`, that version is returned,
 * with `Once-Replayed: commit`.
 */
export type Once = 'commit';

/** The part to increment. */
export type IncrementPath = 'major' | 'minor' | 'patch';

/** The version that an increment would make now. */
export interface NextVersionPreview {
  /** The version; for a pre-release, with its label and number. */
  Version: string;
  /** Whether the package does not exist yet. */
  IsNew: boolean;
}

/**
 * One increment of a batch.
 * @example { "Slug": "billing-api", "Component": "Minor" }
 */
export interface IncrementItem {
  Slug: Slug;
  Component: IncrementComponent;
  Line?: ReleaseLine;
  Pre?: PreReleaseLabel;
}

/** The part of the version to increment. */
export type IncrementComponent = 'Major' | 'Minor' | 'Patch';

/**
 * Increments that are all made, or none.
 * @example { "Items": [{ "Slug": "billing-api", "Component": "Minor" }] }
 */
export interface IncrementItems {
  /**
   * Applied in this order; a package may occur several times.
   * @minItems 1
   * @maxItems 200
   */
  Items: IncrementItem[];
}

/** The packages with the versions that the increments made, in the same order. */
export interface IncrementedItems {
  /** One per increment. */
  Items: Package[];
}

/** Whether a version is released or has been withdrawn. */
export type VersionState = 'Released' | 'Withdrawn';

/**
 * Withdraws a version, or releases it again.
 * @example { "State": "Withdrawn", "Reason": "The job was cancelled." }
 */
export interface NewVersionState {
  State: VersionState;
  /**
   * The reason, recorded in the history.
   * @maxLength 500
   * @pattern ^[^\u0000-\u001f\u007f]*$ must not contain control characters
   */
  Reason?: string;
}

/**
 * A version that was released elsewhere.
 * @example { "Version": "v1.4.2", "At": "2025-03-01T09:30:00Z", "Commit": "8d0f2b6c9e" }
 */
export interface VersionToAdopt {
  /** The version or tag; a leading `v` is removed. */
  Version: string;
  /** When it was made, from 1970 to now. If omitted, it is placed before the existing history, in version order. */
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
   * The versions, in any order.
   * @minItems 1
   * @maxItems 10000
   */
  Versions: VersionToAdopt[];
  /** The name if the package is created; defaults to the slug. */
  Name?: string;
}

/** A version that was not adopted. */
export interface SkippedVersion {
  /** The version as sent. */
  Version: string;
  /** Why it was skipped. */
  Reason: string;
}

/** The result of adopting versions. */
export interface AdoptedVersions {
  /** The package's current version. */
  Version: string;
  /**
   * The number of versions added to the history.
   * @isInt
   */
  Adopted: number;
  /**
   * The number of versions already in the history.
   * @isInt
   */
  Unchanged: number;
  /** Versions that are not valid, or already in the history with a different commit. */
  Skipped: SkippedVersion[];
}

/**
 * A package to create.
 * @example { "Slug": "billing-api", "Name": "Billing API" }
 */
export interface NewPackage {
  Slug: Slug;
  /** 1 to 200 characters after trimming, no control characters; defaults to the slug. */
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
  /** Whether to accept a version that is not greater than the current one or was used before. Defaults to false. */
  Force?: boolean;
}

/** The current version of a package. */
export interface CurrentVersion {
  /** `<major>.<minor>.<patch>` */
  Version: string;
}

/** The kind of change. An increment that creates its package is recorded as the increment. */
export type ChangeComponent =
  | 'Created'
  | 'Major'
  | 'Minor'
  | 'Patch'
  | 'Set'
  | 'Adopted'
  | 'Withdrawn'
  | 'Released';

/** A change of a package's version. */
export interface PackageChange {
  /** The version that the change made. */
  Version: string;
  Component: ChangeComponent;
  /** When it was made, UTC. */
  At: Date;
  /** The name of the API key that made it. */
  KeyName: string;
  /** The page of the build that made it, as sent in `Build-Url`; null if none was sent. */
  BuildUrl: string | null;
  /** The commit of that build, as sent in `Build-Commit`; null if none was sent. */
  Commit: string | null;
  /** Whether the version is released or has been withdrawn. */
  State: VersionState;
  /** Why it was withdrawn or released again; null for other changes, and if no reason was sent. */
  Reason: string | null;
}

/** The change that made a version. */
export interface VersionDetails extends PackageChange {
  /** The release before it; null if there is none. */
  Previous: PreviousRelease | null;
}

/**
 * A version of a package: `<major>.<minor>.<patch>`, or `<major>.<minor>.<patch>-<label>.<number>` for a pre-release.
 * @pattern ^(0|[1-9]\d{0,9})\.(0|[1-9]\d{0,9})\.(0|[1-9]\d{0,9})(-(?=[0-9]*[A-Za-z-])[0-9A-Za-z-]{1,20}\.[1-9]\d{0,9})?$ must be a version, such as 1.4.2 or 1.5.0-rc.1
 * @example "1.4.2"
 */
export type VersionText = string;

/**
 * A commit or its first digits: 7 to 64 hexadecimal digits.
 * @pattern ^[0-9A-Fa-f]{7,64}$ must be 7 to 64 hexadecimal digits
 */
export type CommitPrefix = string;

/** A release or pre-release of any package. */
export interface Release extends PackageChange {
  /** The package's slug. */
  Slug: string;
}

/** A row of the package table, as returned by statements and by the Prisma client. */
export interface PackageRow {
  slug: string;
  name: string;
  major: number;
  minor: number;
  patch: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The format of a package in the API (docs/contract/versioning.md, "Format"). */
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

/** Matches up to the last `@` before path, query and fragment. */
const USER = /^(https?:\/\/)[^/?#]*@/i;

/** Removes the user name and password, which every reader of the history would see. */
export function keptBuildUrl(sent: BuildUrl | undefined): string | null {
  return sent?.replace(USER, '$1') ?? null;
}
