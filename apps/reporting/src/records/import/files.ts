import { achievementFiles } from './files/achievements';
import { competencyFiles } from './files/competencies';
import { historyFiles } from './files/history';
import { organizationFiles } from './files/organization';
import type { ImportFile } from './import-file';

/** What an import reads, in the order of the references between them. */
export const importFiles: readonly ImportFile[] = [
  ...organizationFiles,
  ...competencyFiles,
  ...achievementFiles,
  ...historyFiles,
];
