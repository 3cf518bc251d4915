import type { Schemas } from '../../api/client';
import { count, counted } from '../../text/format';
import { FIELDS, SWITCHES } from './upload';

type Counts = Schemas['ImportFileCounts'];
type Fault = Pick<Schemas['ImportFault'], 'expected' | 'remedy'>;
type Status = Schemas['ImportStatus'];

const STATUSES: Readonly<Record<Status, string>> = {
  waiting: 'Waiting',
  reading: 'Reading',
  checking: 'Checking',
  importing: 'Importing',
  succeeded: 'Succeeded',
  refused: 'Refused',
  failed: 'Failed',
  cancelled: 'Cancelled',
  interrupted: 'Interrupted',
};

export function statusName(status: Status): string {
  return STATUSES[status];
}

/** Whether nothing more becomes of it. */
export function isOver(status: Status): boolean {
  return !['waiting', 'reading', 'checking', 'importing'].includes(status);
}

/** `profile-assignments.csv` → `profile assignments`. */
export function tableName(file: string): string {
  return file.replace(/\.csv$/, '').replaceAll('-', ' ');
}

/** `1,204 tickets new, 30 changed, none deleted`: a line for each table that changes. */
export function changesInWords(files: readonly Counts[]): string[] {
  return files
    .filter(({ inserted, updated, deleted }) => inserted + updated + deleted > 0)
    .map(({ file, inserted, updated, deleted }) => {
      if (inserted > 0)
        return `${rows(file, inserted)} new, ${orNone(updated)} changed, ${orNone(deleted)} deleted`;
      if (updated > 0) return `${rows(file, updated)} changed, ${orNone(deleted)} deleted`;
      return `${rows(file, deleted)} deleted`;
    });
}

function rows(file: string, of: number): string {
  return counted(of, tableName(file));
}

function orNone(of: number): string {
  return of === 0 ? 'none' : count(of);
}

/** The options as a recorded text has them, `--time-zone X` or `timeZone=X`, and the fields of the page. */
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

/** What is expected, and what to do: a remedy that is recorded, or an option that is named behind what is expected. */
export function toAdvice({ expected, remedy }: Fault): { expected: string; remedy: string } {
  if (remedy !== null) return { expected: inPageWords(expected), remedy: inPageWords(remedy) };
  const [first = '', ...behind] = expected.split('; ');
  const [remedies, rest] = [
    behind.filter(text => namesOption(text)),
    behind.filter(text => !namesOption(text)),
  ];
  return {
    expected: inPageWords([first, ...rest].join('; ')),
    remedy: remedies.length === 0 ? 'Correct it in the file' : inPageWords(remedies.join('; ')),
  };
}

function namesOption(text: string): boolean {
  return OPTIONS.some(([option]) => text.search(option) !== -1);
}

/** `“Dates” or “Ids are any text”`: the options that remedies name; null where they name none. */
export function optionsToChoose(faults: readonly Fault[]): string | null {
  const remedies = faults.map(fault => toAdvice(fault).remedy).join(' ');
  const named = OPTIONS.map(([, field]) => field.trim()).filter(field => remedies.includes(field));
  return named.length === 0
    ? null
    : new Intl.ListFormat('en', { type: 'disjunction' }).format(named);
}

/** What is expected or to be done, with the options as the page names them. */
export function inPageWords(text: string): string {
  const words = OPTIONS.reduce((written, [option, field]) => written.replace(option, field), text);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
