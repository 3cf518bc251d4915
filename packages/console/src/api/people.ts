import { type Schemas } from './client';
import { reportOptions } from './report';

export type Person = Schemas['PersonCompliance'];
export type Requirement = Schemas['Requirement'];

/** One person: what is required, and how they stand. */
export function personReport(organization: string, memberId: string) {
  return reportOptions<Person>(organization, ['person', memberId], (api, call) =>
    api.get('/reporting/people/{memberId}', { ...call, params: { path: { memberId } } }),
  );
}

/** Whether something is required and not satisfied, whatever its status: `Missing` is one of several. */
export function isLacking({ isRequired, isSatisfied }: Requirement): boolean {
  return isRequired && !isSatisfied;
}
