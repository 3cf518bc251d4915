import { invalidFields } from '@platform/http';
import type { BuildUrl } from './packages.dto';

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
