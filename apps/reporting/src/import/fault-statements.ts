import type { Statement } from '@platform/db';
import { importFiles, type Reference, references } from '../records/files';
import { type ImportFile, snakeCase } from '../records/import-file';
import type { FoundFault } from './faults';
import { changedTable, generate, rulesOf, stagingTable } from './staged-rows';

/** Finds unknown ids, foreign organizations and duplicates. */
export function faultStatement(file: ImportFile): Statement<FoundFault> {
  return generate<FoundFault>(file, 'faults', faultsText(file));
}

const COMPANY = { name: 'companyId', staged: 'company_id', to: importFiles[0]! };

function faultsText(file: ImportFile): string {
  const special = file.special.faults ? [`(\n${rulesOf(file).get('faults')!.trimEnd()}\n)`] : [];
  return `${[
    selectTwice(file),
    ...selectOfAnotherOrganization(file),
    ...('companyId' in file.columns ? [selectUnknown(file, COMPANY)] : []),
    ...references(file).map(reference => selectUnknown(file, reference)),
    ...selectMixedOrganizations(file),
    ...selectNotAllowed(file),
    ...special,
  ].join('\nunion all\n')}
order by line, "column"
limit $limit::integer`;
}

/** Rows whose key an earlier row has. Rows are sorted only where a key is there twice. */
function selectTwice(file: ImportFile): string {
  const names = file.key;
  const keys = names.map(snakeCase);
  const all = keys.join(', ');
  const what =
    names.length === 1
      ? `an ${names[0]} that is in the file once`
      : `${names.slice(0, -1).join(', ')} and ${names.at(-1)} together once`;
  return `select again.line, '${names.at(-1)}' as "column", again.${keys.at(-1)}::text as value,
  '${what}; line ' || again.first_line || ' has it too' as expected
from (
  select line, ${all}, min(line) over (partition by ${all}) as first_line
  from ${stagingTable(file)}
  where (${all}) in (select ${all} from ${stagingTable(file)} group by ${all} having count(*) > 1)
) as again
where again.line > again.first_line`;
}

/** An id stays in its organization. */
function selectOfAnotherOrganization(file: ImportFile): string[] {
  const [owner] = references(file);
  const isOfOwner = !('companyId' in file.columns);
  if (file.key[0] !== 'id' || (isOfOwner ? !owner : file.isKept)) return [];
  return [
    `select staged.line, 'id', staged.id::text, 'an id that no other organization uses'
from ${changedTable(file)} as staged${isOfOwner ? `\n${joinOwner(owner!)}` : ''}
join reporting.${file.table} as present on present.uuid = staged.id
join reporting.company on company.id = present.company_id
where company.uuid <> ${isOfOwner ? 'owner' : 'staged'}.company_id`,
  ];
}

function selectUnknown(
  file: ImportFile,
  { name, staged, to }: Pick<Reference, 'name' | 'staged' | 'to'>,
): string {
  return `select staged.line, '${name}', staged.${staged}::text, 'the id of ${to.row}, in ${to.name} or in the database'
from ${changedTable(file)} as staged
where staged.${staged} is not null
  and not exists (select from known_${to.table} as known where known.id = staged.${staged})`;
}

/** With --company, a row is of one of the organizations that it names. */
function selectNotAllowed(file: ImportFile): string[] {
  const [owner] = references(file);
  const ofRow = 'companyId' in file.columns ? ['companyId', 'staged.company_id'] : null;
  const ofOwner = owner ? [owner.name, 'owner.company_id'] : null;
  const found = file.name === 'companies.csv' ? ['handle', 'staged.id'] : (ofRow ?? ofOwner);
  if (!found) return [];
  const [column, company] = found as [string, string];
  return [
    `select staged.line, '${column}', staged.${snakeCase(column)}::text,
  'a row of ' || array_to_string($companies::text[], ', ') || ', to which the import is kept'
from ${stagingTable(file)} as staged${found === ofOwner ? `\n${joinOwner(owner!)}` : ''}
where $companies::text[] is not null
  and ${company} is not null
  and ${company} not in (select id from allowed_company)`,
  ];
}

const joinOwner = ({ to, staged }: Reference) =>
  `join known_${to.table} as owner on owner.id = staged.${staged}`;

/** All references of a row are of one organization. */
function selectMixedOrganizations(file: ImportFile): string[] {
  if ('companyId' in file.columns) return [];
  const [owner, ...others] = references(file);
  if (!owner) return [];
  return others.map(
    ({
      name,
      staged,
      to,
    }) => `select staged.line, '${name}', staged.${staged}::text, '${to.row} of the same organization'
from ${changedTable(file)} as staged
${joinOwner(owner)}
join known_${to.table} as known on known.id = staged.${staged}
where known.company_id <> owner.company_id`,
  );
}
