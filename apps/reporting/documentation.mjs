/** Parts of the OpenAPI document that follow from rules rather than from controllers. Names are separated by spaces. */
export const style = 'rfc9457';

/**
 * The meaning of `@Security('Credential', …)`: any of the schemes, or those left by a requirement. The description of an
 * operation lists its requirements.
 */
export const credential = {
  schemes: ['ReportingSecret', 'ReportingApiKey', 'Session'],
  only: { session: ['Session'], 'no-secret': ['Session'] },
  requirements: {
    organization:
      'Requires an organization: a secret belongs to one, other credentials name it in X-Company.',
    developer: "A secret's account needs the Developer role in the organization.",
    gaps: 'A session needs the Developer role in the organization, or report access.',
    'report-access': 'The account needs report access.',
    report: 'Counts toward the rate limit of reports: 120 per minute as JSON, 30 as files.',
    operator: 'Requires an operator or the service key.',
    records: 'Requires a record keeper of the organization, an operator or the service key.',
    'records account': 'Requires a record keeper of the organization or an operator.',
    'operator-in-person': 'Requires an operator.',
    account: 'Not available to the service key and service accounts.',
    'api-access': 'The account needs API access.',
    session: 'Requires a session.',
    'no-secret': 'Not available to secrets.',
  },
  parameters: [
    {
      of: 'developer Records ListSources GetSource PutSource DeleteSource',
      in: 'query',
      name: 'companyId',
      type: 'Uuid',
      description:
        "The organization's ID, for operators and the service key; alternatively, send X-Company.",
    },
    { in: 'header', name: 'X-Company', type: 'OrganizationHandle' },
  ],
};

/** Problem codes that no operation documents. */
export const otherCodes = ['method-not-allowed', 'request-timeout', 'headers-too-large'];

/** Operations that browsers open: their problems are also pages. */
export const pages = ['BeginSso', 'FinishSso'];

/** Rate limits: what each counts by, and the operations it applies to. */
export const limits = [
  { name: 'calls', max: 300, each: 'account', of: 'Credential' },
  { name: 'pages', max: 120, each: 'account', of: 'report', files: { name: 'reports', max: 30 } },
];

export const headers = [
  {
    name: 'WWW-Authenticate',
    required: true,
    statuses: [401],
    description: '`Bearer realm="reporting"`, with an error if a secret was sent (RFC 6750).',
  },
  {
    name: 'RateLimit-Policy',
    of: 'SignIn FinishSso RequestPasswordReset ConfirmPasswordReset',
    description:
      'The configured limits of attempts: `"sign-in"; q=10; w=300; pk=:…:` means 10 in 300 seconds from this address, the default; others are of its network and of the account.',
  },
  {
    name: 'RateLimit',
    of: 'SignIn FinishSso RequestPasswordReset ConfirmPasswordReset',
    description:
      'The remaining quotas: `"sign-in"; r=9; t=300` means 9 more attempts in the next 300 seconds.',
  },
  {
    name: 'Location',
    statuses: [202],
    of: 'ImportRecords UndoImport',
    description: 'The URL of the import.',
  },
  {
    name: 'Link',
    statuses: [200],
    of: 'GetAchievementGaps ListCompetencyValidations ListExpirations',
    description:
      'The URL of the next page, relative to the requested one, with `rel="next"` (RFC 8288); absent on the last page and for files.',
  },
  {
    name: 'ETag',
    statuses: [200, 304],
    of: 'GetMonthlyStatistics GetMonthlyStatisticsHistory GetComplianceTrends',
    description:
      'Identifies the report where all of its months are over: send it as If-None-Match. It changes whenever the report would.',
  },
  {
    name: 'Set-Cookie',
    of: 'BeginSso FinishSso',
    description: 'Clears the cookie that the sign-on began with.',
  },
];

/** The descriptions of each status, with the operations, tags, schemes or requirements they apply to; the first match wins. */
export const refusals = {
  400: {
    'The request or its organization is invalid; see detail':
      'Credential Sign-in ShowUnsubscribe Unsubscribe',
  },
  401: {
    'There is no session, or it has ended': 'session',
    'The credential is missing or invalid': 'Credential',
  },
  403: {
    'The caller is not an operator': 'operator operator-in-person',
    'The caller is not a record keeper of the organization': 'records',
    'The page or the organization is not allowed':
      'session SignIn RequestPasswordReset ConfirmPasswordReset',
    'The credential does not give access to this': 'Credential',
  },
  408: {
    'The body takes longer than 5 s':
      'SignIn RequestPasswordReset ConfirmPasswordReset Unsubscribe',
    'The upload takes longer than IMPORT_UPLOAD_TIMEOUT': 'ImportRecords PreviewList',
  },
  413: {
    'The body exceeds 1 MiB': 'SummarizeCompliance GetComplianceTrends GetMatrix',
    'The file exceeds IMPORT_MAX_BYTES': 'ImportRecords PreviewList',
    'The body exceeds 16 KiB': 'body ShowUnsubscribe',
  },
  429: {
    'Too many requests': 'Credential Sign-in',
  },
  500: {
    'An internal error; detail names the request': 'Credential Sign-in ShowUnsubscribe Unsubscribe',
  },
  503: {
    'The database is unreachable, or too many reports are running':
      'report GetImportFaults GetImportBefore GetImportChanges ExportAccount ExportOwnAccount',
    'The database is unreachable, or too many lists are waiting':
      'ListAchievements ListPersonTypes GetMyCompliance',
    'The database is unreachable, or too many sign-ins are waiting':
      'SignIn ChangePassword ConfirmPasswordReset',
    'The database is unreachable, or ten imports are waiting': 'ImportRecords UndoImport',
    'The database is unreachable, or too many files are being sent': 'PreviewList',
    'The database is unreachable, or too many bodies are being sent': 'body',
    'The database is unreachable': 'Credential Sign-in ShowUnsubscribe Unsubscribe',
  },
};

/** The examples of problems.ts by what has them; all others are of every operation with their status. */
export const examplesOf = {
  Credential:
    'credential-conflict unknown-company secret-missing secret-unrecognized secret-expired session-invalid session-expired no-company-access origin-not-allowed',
  organization: 'company-required api-access-required',
  SignIn:
    'unknown-company sign-in-failed no-company-access origin-not-allowed request-timeout sign-ins-busy',
  FinishSso: 'unknown-company sso-failed no-company-access no-single-sign-on sso-unavailable',
  SummarizeCompliance: 'request-not-narrowed',
  GetMatrix: 'request-not-narrowed',
  AddSchedule:
    'request-not-narrowed unknown-achievement unknown-member too-many-schedules mail-not-configured',
  ReplaceSchedule:
    'request-not-narrowed unknown-achievement unknown-member unknown-schedule mail-not-configured',
  ChangePassword: 'wrong-password sign-ins-busy',
  account: 'api-access-required account-required',
  session: 'api-access-required account-required',
  developer: 'api-access-required developer-role-required company-id-for-operators',
  'api-access': 'api-access-required',
  operator: 'api-access-required operator-required',
  records:
    'api-access-required company-required record-keeper-required operator-required company-id-for-operators',
  'operator-in-person': 'api-access-required operator-required',
  gaps: 'gaps-not-shared',
  'report-access': 'report-access-required',
  'no-secret': 'session-required',
  RequestPasswordReset: 'origin-not-allowed request-timeout mail-not-configured',
  ConfirmPasswordReset: 'origin-not-allowed request-timeout unknown-password-link',
  GetAchievementGaps: 'unknown-achievement',
  GetPerson: 'unknown-member',
  GetMyCompliance: 'not-a-member lists-busy',
  ImportRecords:
    'import-unreadable request-timeout import-too-large idempotency-mismatch imports-busy unknown-source',
  GetSource: 'unknown-source',
  PutSource: 'too-many-sources',
  DeleteSource: 'unknown-source',
  PreviewList: 'import-unreadable request-timeout import-too-large bodies-busy',
  Unsubscribe: 'request-timeout unknown-subscription',
  CancelImport: 'import-ended unknown-import',
  GetImportBefore: 'nothing-kept unknown-import busy',
  GetImportChanges: 'changes-not-kept unknown-import busy',
  UndoImport: 'changes-not-kept unknown-import imports-busy',
  GetImport: 'unknown-import',
  GetImportFaults: 'unknown-import busy',
  ChangeGrants: 'unknown-account',
  EraseAccount: 'unknown-account last-operator',
  ExportAccount: 'unknown-account busy',
  RevokeSecret: 'unknown-account',
  ListAccountClientSecrets: 'unknown-account',
  RevokeAccountClientSecrets: 'unknown-account',
  GetAccount: 'unknown-account',
  UpdateAccount: 'unknown-account last-operator email-taken precondition-failed',
  PutMembership: 'unknown-account precondition-failed',
  LeaveOrganization: 'unknown-account not-a-member-of record-keeper-required',
  ReturnToOrganization: 'unknown-account not-a-member-of record-keeper-required operator-required',
  DeleteMembership: 'unknown-account membership-has-records precondition-failed',
  RecordTicket: 'company-required',
  GetTicket: 'unknown-ticket',
  CorrectTicket: 'unknown-ticket record-changed',
  WithdrawTicket: 'unknown-ticket record-changed',
  GetStanding: 'unknown-standing',
  RecordStanding: 'unknown-member-of-organization unknown-competency record-changed',
  WithdrawStanding: 'unknown-member-of-organization unknown-standing record-changed',
  CreatePasswordLink: 'unknown-account email-missing',
  GeneratePersonalSecret: 'email-missing',
  GenerateClientSecret: 'email-missing',
  RevokeAccountClientSecret: 'unknown-account-or-secret unknown-client-secret',
  RevokeClientSecret: 'unknown-client-secret',
  ShowUnsubscribe: 'unknown-subscription',
  GetSchedule: 'unknown-schedule',
  DeleteSchedule: 'unknown-schedule',
  RunSchedule: 'unknown-schedule mail-not-configured',
  PauseSchedule: 'unknown-schedule',
  DeleteOrganizationSchedule: 'unknown-schedule',
  RetryDelivery: 'unknown-delivery delivery-not-failed mail-not-configured',
  ListOutbox: 'no-outbox',
  GetOutboxMail: 'no-outbox unknown-outbox-mail',
  GetOutboxHtml: 'no-outbox unknown-outbox-mail',
  CreateAccount: 'email-taken',
  InviteMembers: 'unknown-company mail-not-configured',
  CreateServiceAccount: 'name-taken',
  ChangeServiceAccount: 'name-taken unknown-service-account',
  DeleteServiceAccount: 'unknown-service-account',
  IssueServiceSecret: 'unknown-service-account',
  ListServiceSecrets: 'unknown-service-account',
  RevokeServiceSecrets: 'unknown-service-account',
  RevokeServiceSecret: 'unknown-service-account unknown-service-secret',
  SendTestMail: 'mail-not-configured email-missing',
  RevokeRecipient: 'unknown-recipient',
  ChangeReminders: 'mail-not-configured',
  BeginSso: 'no-single-sign-on sso-unavailable',
  report: 'busy',
  ListAchievements: 'busy lists-busy',
  ExportOwnAccount: 'busy',
  ListPersonTypes: 'lists-busy',
  body: 'bodies-busy',
};

/** Operations that are also served under another path (operator-paths.ts), and what is required there instead. */
export const copies = [
  {
    of: /^\/sync\/(?=(imports|export|template)(\/|$))/,
    under: '/records/',
    requirement: ['operator', 'records'],
    suffix: 'OfRecords',
  },
];

/**
 * One method and path of each operator module (`operator-paths.ts`); all others respond alike. A controller would
 * register `/notification/{operation}` before the paths of other controllers.
 */
export const paths = {
  '/notification/{operation}': module('CallNotification', 'Notifications', '/notification'),
  '/sync/{operation}': module('CallSync', 'Synchronization', '/sync'),
  '/support/issues': module('ListSupportIssues', 'Support issues'),
  '/reporting/video-statistics': module('GetVideoStatistics', 'Video statistics'),
};

function module(operationId, summary, prefix) {
  const paths = prefix === undefined ? 'method' : `method and path below ${prefix}`;
  const operation = { name: 'operation', in: 'path', required: true };
  const schema = { $ref: '#/components/schemas/ProblemDetails' };
  const get = {
    operationId,
    summary,
    description: `A module of the platform that this service does not provide: any ${paths} gets this response.`,
    tags: ['Operator modules'],
    security: [{ Credential: ['operator'] }],
    ...(prefix !== undefined && {
      parameters: [
        {
          ...operation,
          description: 'What of the module is called.',
          example: 'status',
          schema: { type: 'string' },
        },
      ],
    }),
    responses: {
      200: { description: "What the platform's own module answers; this service never does" },
      501: {
        description: 'The caller is an operator; the module is not part of this service',
        content: { 'application/json': { schema } },
      },
    },
  };
  return { get };
}
