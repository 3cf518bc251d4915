import { query, readStatements, type Transaction } from '@platform/db';
import type { FileName } from '../records/import-file';
import { type Import, writeOptions } from './import-options';
import type { ImportResult } from './import-run';
import type { StagedFile } from './stage-file';

const sql = readStatements(__dirname, 'notices.sql');

const findLosingReaders = sql<{ who: string }>('find-losing-readers');
const countLeftOut = sql<{ employees: number; total: number }>('count-left-out');

const MAX_NAMED = 20;

/** Sentences about what the counts of a file do not show. */
type Notices = ReadonlyMap<FileName, readonly string[]>;

/** Must be called before the rows are applied. */
export async function findNotices(tx: Transaction, files: readonly StagedFile[]): Promise<Notices> {
  const losing = await query(tx, findLosingReaders);
  const [affiliations] = await query(tx, countLeftOut);
  const others: Partial<Record<FileName, readonly string[]>> = {
    'members.csv': losing.length === 0 ? [] : [ofReaders(losing.map(({ who }) => who))],
    'affiliations.csv': ofFunctions(affiliations!),
  };
  return new Map(
    files.map(({ file: { name }, notices }) => [name, [...(others[name] ?? []), ...notices]]),
  );
}

type KeptRows = Pick<ImportResult, 'keptAccounts' | 'keptStatistics'> & {
  readonly keptByHand: number;
};

export function noticesOf(
  notices: Notices,
  file: FileName,
  kept: KeptRows,
  { isUpload }: Pick<Import, 'isUpload'>,
): { notices?: string[] } {
  const ofKeptRows = ofKept(file, kept).map(notice => writeOptions(notice, isUpload));
  const ofFile = [...(notices.get(file) ?? []), ...ofKeptRows];
  return ofFile.length === 0 ? {} : { notices: ofFile };
}

function ofKept(
  file: FileName,
  { keptByHand, keptAccounts, keptStatistics }: KeptRows,
): readonly string[] {
  const sentences: string[] = [];
  if (keptByHand > 0) {
    const was = 'row was recorded, corrected or withdrawn by hand and stays as it is.';
    const were = 'rows were recorded, corrected or withdrawn by hand and stay as they are.';
    sentences.push(counted(keptByHand, was, were));
  }
  if (file === 'accounts.csv' && keptAccounts > 0) {
    const keep = counted(keptAccounts, 'account keeps its', 'accounts keep their');
    sentences.push(`${keep} e-mail and rights; {updateAccounts} applies those of the file.`);
  }
  if (file === 'monthly-statistics.csv' && keptStatistics > 0) {
    const differ = counted(keptStatistics, 'row differs', 'rows differ');
    sentences.push(
      `${differ} in months with snapshots taken here, which stay; {updateHistory} applies the file's.`,
    );
  }
  return sentences;
}

function ofReaders(people: readonly string[]): string {
  const { length } = people;
  const one = 'member with access to reports loses it';
  const who = counted(length, one, 'members with access to reports lose it');
  const more = length > MAX_NAMED ? `, and ${number(length - MAX_NAMED)} more` : '';
  return `${who}: ${people.slice(0, MAX_NAMED).join(', ')}${more}.`;
}

/** Some affiliations may be meant to have this function; if most have it, it was probably confused with another. */
function ofFunctions({ employees, total }: { employees: number; total: number }): string[] {
  if (employees * 2 <= total) return [];
  return [
    `${number(employees)} of ${number(total)} affiliations have the function Employee, which reports leave out unless they are asked for it.`,
  ];
}

const counted = (count: number, one: string, many: string) =>
  `${number(count)} ${count === 1 ? one : many}`;

const number = (value: number) => value.toLocaleString('en');
