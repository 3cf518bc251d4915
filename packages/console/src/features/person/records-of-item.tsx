import { useQuery } from '@tanstack/react-query';
import { personReport } from '../../api/queries';
import { Failure } from '../../ui/page';
import { EditRequirement, type Records } from './edit-records';

/** What a record keeper does with an item of a person; what is recorded of it is known to the report of the person. */
export function RecordsOfItem({ records, itemId }: { records: Records; itemId: string }) {
  const { data, error } = useQuery(personReport(records.organization, records.memberId));
  if (error !== null) return <Failure error={error} />;
  return data?.requirements
    .filter(({ id }) => id === itemId)
    .map(requirement => (
      <EditRequirement key={requirement.ticketId ?? requirement.id} {...{ records, requirement }} />
    ));
}
