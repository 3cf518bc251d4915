import { plural, t } from '@lingui/core/macro';
import { locale } from '#language';
import type { Schemas } from '../../api/client';
import { count } from '../../text/format';
import { FIELDS, SWITCHES } from './upload';

type Counts = Schemas['ImportFileCounts'];
type Fault = Pick<Schemas['ImportFault'], 'expected' | 'remedy'>;
type Status = Schemas['ImportStatus'];

export const STATUSES: Readonly<Record<Status, string>> = {
  waiting: t`Waiting`,
  reading: t`Reading`,
  checking: t`Checking`,
  importing: t`Importing`,
  succeeded: t`Succeeded`,
  refused: t`Refused`,
  failed: t`Failed`,
  cancelled: t`Cancelled`,
  interrupted: t`Interrupted`,
};

export function isOver(status: Status): boolean {
  return !['waiting', 'reading', 'checking', 'importing'].includes(status);
}

const ROWS: Readonly<Record<string, (rows: number) => string>> = {
  companies: of => plural(of, { one: 'company', other: 'companies' }),
  accounts: of => plural(of, { one: 'account', other: 'accounts' }),
  members: of => plural(of, { one: 'member', other: 'members' }),
  departments: of => plural(of, { one: 'department', other: 'departments' }),
  affiliations: of => plural(of, { one: 'affiliation', other: 'affiliations' }),
  profiles: of => plural(of, { one: 'profile', other: 'profiles' }),
  'profile-assignments': of =>
    plural(of, { one: 'profile assignment', other: 'profile assignments' }),
  competencies: of => plural(of, { one: 'competency', other: 'competencies' }),
  'profile-competencies': of =>
    plural(of, { one: 'profile competency', other: 'profile competencies' }),
  'competency-standings': of =>
    plural(of, { one: 'competency standing', other: 'competency standings' }),
  achievements: of => plural(of, { one: 'achievement', other: 'achievements' }),
  'profile-achievements': of =>
    plural(of, { one: 'profile achievement', other: 'profile achievements' }),
  tickets: of => plural(of, { one: 'ticket', other: 'tickets' }),
  'compliance-snapshots': of =>
    plural(of, { one: 'compliance snapshot', other: 'compliance snapshots' }),
  'monthly-statistics': of => plural(of, { one: 'monthly statistic', other: 'monthly statistics' }),
};

/** Whether files of the template have a table with this name. */
export function isTable(name: string): boolean {
  return Object.hasOwn(ROWS, name);
}

/** Converts `profile-assignments.csv` to `profile assignments`. */
export function tableName(file: string, rows = 2): string {
  const table = file.replace(/\.csv$/, '');
  return ROWS[table]?.(rows) ?? table.replaceAll('-', ' ');
}

/** Returns a line for each changed table, such as `1,204 tickets new, 30 changed, none deleted`. */
export function changesInWords(files: readonly Counts[]): string[] {
  return files
    .filter(({ inserted, updated, deleted }) => inserted + updated + deleted > 0)
    .map(({ file, inserted, updated, deleted }) => {
      if (inserted > 0)
        return t`${rows(file, inserted)} new, ${countOrNone(updated)} changed, ${countOrNone(deleted)} deleted`;
      if (updated > 0) return t`${rows(file, updated)} changed, ${countOrNone(deleted)} deleted`;
      return t`${rows(file, deleted)} deleted`;
    });
}

function rows(file: string, of: number): string {
  return `${count(of)} ${tableName(file, of)}`;
}

function countOrNone(of: number): string {
  return of === 0 ? t({ message: 'none', context: 'count' }) : count(of);
}

/** Options as written in recorded texts (`--time-zone X` or `timeZone=X`) and the fields of the page. */
const OPTIONS: readonly (readonly [option: RegExp, field: string])[] = [
  ...SWITCHES.map(({ name, label }) => {
    const written = new RegExp(`(?:--${kebabCase(name)}|\\b${name})\\b`, 'g');
    return [written, `“${label}”`] as const;
  }),
  ...Object.entries(FIELDS).map(([name, label]) => {
    const written = new RegExp(`--${kebabCase(name)} |\\b${name}=`, 'g');
    return [written, `“${label}” `] as const;
  }),
];

function kebabCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
}

/** Returns what is expected and how to fix it. */
export function toAdvice({ expected, remedy }: Fault): { expected: string; remedy: string } {
  const otherwise = lacksMeaning({ expected })
    ? t`Choose its meaning above, and check again`
    : t`Correct it in the file`;
  return {
    expected: inPageWords(expected),
    remedy: remedy === null ? otherwise : inPageWords(remedy),
  };
}

/** Whether a word in the status column is not a status and was given no meaning on the page. */
export function lacksMeaning({ expected }: Pick<Fault, 'expected'>): boolean {
  return expected.startsWith('a status, or a word that the source gives a meaning');
}

/** Lists the options mentioned in remedies, as `“Dates” or “Ids are any text”`; null if there are none. */
export function optionsToChoose(faults: readonly Fault[]): string | null {
  const remedies = faults.map(fault => toAdvice(fault).remedy).join(' ');
  const named = OPTIONS.map(([, field]) => field.trim()).filter(field => remedies.includes(field));
  return named.length === 0
    ? null
    : new Intl.ListFormat(locale, { type: 'disjunction' }).format(named);
}

/** Replaces options in a text with the names on the page. */
export function inPageWords(text: string): string {
  const words = OPTIONS.reduce((written, [option, field]) => written.replace(option, field), text);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
