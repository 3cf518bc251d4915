import type { Operation } from './oracle';

const report = { takes: 'organization', needsOrganization: true } as const;

/** The table of endpoints of docs/contract/reporting.md, each asked in a way that succeeds. */
export const OPERATIONS: readonly Operation[] = [
  { method: 'GET', path: '/me/client-secret', success: '200', takes: 'account' },
  {
    method: 'POST',
    path: '/me/client-secret',
    success: '201',
    takes: 'account',
    needsOrganization: true,
    apiAccess: 'everybody',
  },
  {
    method: 'DELETE',
    path: '/me/client-secret',
    success: '204',
    takes: 'account',
    apiAccess: 'nobody',
  },
  { method: 'GET', path: '/me/client-secrets', success: '200', takes: 'account' },
  { method: 'GET', path: '/security/accounts', success: '200', takes: 'operator' },
  { method: 'GET', path: '/security/audit-events', success: '200', takes: 'operator' },
  { method: 'GET', path: '/security/companies', success: '200', takes: 'operator' },
  {
    method: 'PUT',
    path: '/security/accounts/{accountId}/grants',
    success: '200',
    takes: 'operator in person',
  },
  { method: 'GET', path: '/diagnostic/about', success: '200', takes: 'operator' },
  { method: 'POST', path: '/sync/run', success: '501 not-implemented', takes: 'operator' },
  {
    method: 'GET',
    path: '/reporting/video-statistics',
    success: '501 not-implemented',
    takes: 'operator',
  },
  {
    method: 'GET',
    path: '/reporting/achievement-gaps?achievementId=00000000-0000-4000-8000-000000000000',
    success: '404 unknown-achievement',
    ...report,
  },
  { method: 'GET', path: '/reporting/achievement-gaps/achievements', success: '200', ...report },
  { method: 'GET', path: '/reporting/achievement-gaps/person-types', success: '200', ...report },
  {
    method: 'GET',
    path: '/reporting/compliance-overview',
    success: '200',
    needsReportAccess: true,
    ...report,
  },
  {
    method: 'GET',
    path: '/reporting/expirations',
    success: '200',
    needsReportAccess: true,
    ...report,
  },
  {
    method: 'GET',
    path: '/reporting/directory-contacts',
    success: '200',
    needsReportAccess: true,
    ...report,
  },
  {
    method: 'POST',
    path: '/reporting/compliance-summaries',
    success: '400 request-not-narrowed',
    needsReportAccess: true,
    ...report,
  },
  {
    method: 'GET',
    path: '/reporting/compliance-summaries/measurements',
    success: '200',
    ...report,
  },
  {
    method: 'POST',
    path: '/reporting/compliance-trends',
    success: '200',
    needsReportAccess: true,
    ...report,
  },
  {
    method: 'GET',
    path: '/reporting/monthly-statistics?year=2026&month=10',
    success: '200',
    needsReportAccess: true,
    ...report,
  },
  {
    method: 'GET',
    path: '/reporting/competency-validations',
    success: '200',
    needsReportAccess: true,
    ...report,
  },
];
