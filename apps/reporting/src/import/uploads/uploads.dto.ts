/** A format of dates in addition to YYYY-MM-DD. */
export type UploadDateFormat = 'DD.MM.YYYY' | 'DD/MM/YYYY' | 'MM/DD/YYYY';

/** The encoding of CSV files. */
export type UploadEncoding = 'utf-8' | 'windows-1252' | 'windows-1250' | 'windows-1254';

/** A table of an import. */
export type UploadFile =
  | 'companies'
  | 'accounts'
  | 'members'
  | 'departments'
  | 'affiliations'
  | 'profiles'
  | 'profile-assignments'
  | 'measurements'
  | 'competencies'
  | 'profile-competencies'
  | 'competency-standings'
  | 'achievements'
  | 'profile-achievements'
  | 'tickets'
  | 'compliance-snapshots'
  | 'monthly-statistics';

/**
 * The name of the import in lists.
 * @maxLength 200
 * @pattern ^(?=.*\S)[^\u0000-\u001f\u007f]*$ must have letters, and no control characters
 * @example "records-2026.xlsx"
 */
export type UploadName = string;

/**
 * Repeating an upload with the same key within 24 hours returns the same import.
 * @pattern ^[!-~]{1,255}$ must be 1 to 255 visible ASCII characters
 * @example "7f3c9d1e-upload-4711"
 */
export type IdempotencyKey = string;
