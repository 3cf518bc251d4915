/** Overrides for a request. */
export interface Step {
  /** The body; defaults to the document's example. */
  send?: object | string;
  /** The media type of the body; defaults to the first documented one. */
  type?: string;
  /** Optional parameters to send. */
  query?: Record<string, string>;
  /** The variable with the secret to send. */
  secret?: string;
  /** The expected statuses; defaults to all documented successes. */
  answers?: number[];
  /** Variables for later requests, as JavaScript expressions that may use the response's `body`. */
  remember?: Record<string, string>;
}

/** The order of a service's requests in which all of them succeed, however often it is run. */
export interface Run {
  /** The variable with the secret to send by default. */
  secret: string;
  /** Operation IDs. */
  order: string[];
  /** Initial values of variables. */
  environment: Record<string, string>;
  /** By operation ID. */
  steps: Record<string, Step | undefined>;
}

/** An ID that does not exist, so that a run does not affect other people's emails, schedules and secrets. */
const UNKNOWN_ID = "'00000000-0000-4000-8000-000000000000'";

/** Operations for operators; others get 403. */
const OPERATORS = ofOperators({
  ListOrganizations: { remember: { handle: 'body.items?.[0]?.handle' } },
  UpdateOrganization: { send: { language: 'en' } },
  // An account without a secret, and its grant.
  ListAccounts: {
    remember: {
      accountId: 'body.items?.find(each => each.secretPrefix === null)?.id',
      reportAccess: 'body.items?.find(each => each.secretPrefix === null)?.reportAccess',
    },
  },
  ChangeGrants: { send: '{ "reportAccess": {{reportAccess}} }' },
  RevokeSecret: {},
  ListAuditEvents: {},
  CreateAccount: {
    send: { name: 'Postman', email: 'postman-{{$timestamp}}@example.org' },
    remember: { accountId: 'body.id', createdEmail: 'body.email' },
  },
  GetAccount: {},
  UpdateAccount: { send: { name: 'Postman again' } },
  PutMembership: { send: { hasAccess: true, isDeveloper: false } },
  LeaveOrganization: {},
  ReturnToOrganization: {},
  DeleteMembership: {},
  CreatePasswordLink: {},
  ListAccountClientSecrets: {},
  // The account has none.
  RevokeAccountClientSecret: { answers: [404] },
  RevokeAccountClientSecrets: {},
  ExportAccount: {},
  EraseAccount: { send: { confirm: '{{createdEmail}}' } },
  GetTemplate: {},
  ImportRecords: {
    type: 'text/csv',
    send: 'id,handle,name\n',
    query: { file: 'companies', dryRun: 'true' },
    remember: { id: 'body.id' },
  },
  ListImports: {},
  GetImport: {},
  GetImportFaults: {},
  GetImportBefore: { answers: [404] },
  GetImportChanges: { answers: [404] },
  UndoImport: { answers: [404] },
  CancelImport: { answers: [204, 409] },
  ExportRecords: {},
  GetTemplateOfRecords: {},
  ImportRecordsOfRecords: {
    type: 'text/csv',
    send: 'id,companyId,name\n',
    query: { file: 'departments', dryRun: 'true' },
    remember: { id: 'body.id' },
  },
  ListImportsOfRecords: {},
  PreviewList: { type: 'text/csv', send: 'Personalnr.;Name\n4711;Ada Lovelace\n' },
  PutSource: {
    send: {
      sheets: [
        { sheet: null, kind: 'people', columns: { 'Personalnr.': 'personCode', Name: 'name' } },
      ],
    },
  },
  ListSources: {},
  GetSource: {},
  DeleteSource: {},
  GetImportOfRecords: {},
  GetImportFaultsOfRecords: {},
  GetImportBeforeOfRecords: { answers: [404] },
  GetImportChangesOfRecords: { answers: [404] },
  UndoImportOfRecords: { answers: [404] },
  CancelImportOfRecords: { answers: [204, 409] },
  ExportRecordsOfRecords: {},
  RecordTicket: { answers: [400] },
  GetTicket: { answers: [404] },
  CorrectTicket: { answers: [404] },
  WithdrawTicket: { answers: [404] },
  GetStanding: { answers: [404] },
  RecordStanding: { answers: [404] },
  WithdrawStanding: { answers: [404] },
  CreateServiceAccount: {
    send: { name: 'Postman {{$timestamp}}', company: '{{handle}}' },
    remember: { id: 'body.id', secretId: UNKNOWN_ID },
  },
  ListServiceAccounts: {},
  ChangeServiceAccount: { send: { name: 'Postman {{$timestamp}} again' } },
  IssueServiceSecret: {},
  ListServiceSecrets: {},
  RevokeServiceSecret: { answers: [404] },
  RevokeServiceSecrets: {},
  DeleteServiceAccount: {},
  GetReminders: { remember: { reminders: 'JSON.stringify(body)' } },
  PreviewReminders: {},
  ChangeReminders: { send: '{{reminders}}' },
  SendTestMail: { answers: [202, 409] },
  ListDeliveries: { remember: { id: UNKNOWN_ID } },
  RetryDelivery: { answers: [404] },
  // Exists only if emails are written to a folder.
  ListOutbox: { answers: [200, 404], remember: { id: 'body.items?.[0]?.id' } },
  GetOutboxMail: { answers: [200, 404] },
  GetOutboxHtml: { answers: [200, 404] },
  ListOrganizationSchedules: { remember: { id: UNKNOWN_ID } },
  PauseSchedule: { answers: [404] },
  DeleteOrganizationSchedule: { answers: [404] },
  ListAllowedRecipients: { remember: { id: UNKNOWN_ID } },
  AllowRecipient: { answers: [201] },
  RevokeRecipient: { answers: [204, 404] },
  GetAbout: {},
  CallNotification: { answers: [501] },
  CallSync: { answers: [501] },
  ListSupportIssues: { answers: [501] },
  GetVideoStatistics: { answers: [501] },
  // Rejected without a mail server.
  InviteMembers: { answers: [200, 409] },
});

function ofOperators(steps: Record<string, Step>): Record<string, Step> {
  const entries = Object.entries(steps);
  return Object.fromEntries(
    entries.map(([id, step]) => [id, { ...step, secret: 'operatorSecret' }]),
  );
}

const SCHEDULE = {
  name: 'Postman',
  report: 'achievement-gaps',
  parameters: { achievementId: '{{achievementId}}' },
  format: 'csv',
  recurrence: { every: 'week', on: 1, at: '07:00', timeZone: 'UTC' },
  recipients: ['{{recipientId}}'],
};

export const runs: Record<'versioning' | 'reporting', Run> = {
  // Increments create the package, and the run leaves it in place.
  versioning: {
    secret: 'versioningKey',
    order: [
      ...['IncrementMajor', 'IncrementMinor', 'IncrementPatch'],
      ...['PreviewVersion', 'IncrementAll', 'AdoptVersions', 'SetState'],
      ...['GetChange', 'ListReleases', 'GetVersion', 'SetVersion', 'GetHistory'],
      ...['ListPackages', 'GetPackage', 'DeletePackage', 'CreatePackage'],
      // The issued key is rotated and revoked.
      ...['IssueKey', 'ListKeys', 'RotateKey', 'RevokeKey', 'ListAuditEvents'],
      ...['GetHealth', 'GetSwagger', 'GetOpenApi'],
    ],
    environment: { managerKey: '{{versioningKey}}', component: 'patch' },
    steps: {
      IncrementPatch: { remember: { version: 'body.Version' } },
      IncrementAll: { send: { Items: [{ Slug: '{{slug}}', Component: 'Patch' }] } },
      AdoptVersions: { send: { Versions: [{ Version: 'v0.0.1' }] } },
      SetState: { send: { State: 'Released' } },
      // The package may have a greater version.
      SetVersion: { send: { Version: '2.4.0', Force: true } },
      IssueKey: { secret: 'managerKey', remember: { id: 'body.Id' } },
      ListKeys: { secret: 'managerKey' },
      RotateKey: { secret: 'managerKey' },
      RevokeKey: { secret: 'managerKey' },
      ListAuditEvents: { secret: 'managerKey' },
    },
  },
  reporting: {
    secret: 'secret',
    order: [
      ...['GetHealth', 'GetVersion', 'GetSwagger', 'GetOpenApi'],
      ...['ListDirectoryContacts', 'ListAchievements', 'ListPersonTypes', 'ListMeasurements'],
      ...['GetAchievementGaps', 'SummarizeCompliance', 'GetComplianceTrends'],
      ...['GetComplianceOverview', 'GetComplianceHeadline', 'GetMonthlyStatistics'],
      ...['GetMonthlyStatisticsHistory', 'GetMatrix', 'ListMatrixSubjects'],
      ...['ListCompetencyValidations', 'ListExpirations', 'GetPerson', 'GetMyCompliance'],
      ...['ListScheduleOptions', 'AddSchedule', 'GetSchedule', 'ReplaceSchedule'],
      ...['ListSchedules', 'RunSchedule', 'DeleteSchedule'],
      ...['GetSignInMethods', 'SignIn', 'GetSession', 'ExportOwnAccount'],
      ...['ChangePassword', 'ChangeLanguage', 'SignOut', 'BeginSso', 'FinishSso'],
      ...['RequestPasswordReset', 'ConfirmPasswordReset', 'ShowUnsubscribe', 'Unsubscribe'],
      ...['GetPersonalSecret', 'GenerateClientSecret', 'ListClientSecrets'],
      ...['RevokePersonalSecret', 'GeneratePersonalSecret', 'RevokeClientSecret'],
      ...Object.keys(OPERATORS),
    ],
    environment: { operatorSecret: '{{secret}}', reportAccess: 'false', reminders: '{}' },
    steps: {
      ListDirectoryContacts: {
        remember: {
          departmentId: `body.affiliations.find(each => each.function !== 'Employee')?.departmentId`,
        },
      },
      ListAchievements: { remember: { achievementId: 'body.items[0]?.achievementId' } },
      GetMatrix: { send: { departments: ['{{departmentId}}'] } },
      SummarizeCompliance: { send: { departments: ['{{departmentId}}'], measurements: [3, 4] } },
      // Monthly statistics use the same snapshots.
      GetComplianceTrends: {
        remember: {
          year: 'body.at(-1)?.month.slice(0, 4)',
          month: 'Number(body.at(-1)?.month.slice(5)) || undefined',
        },
      },
      ListExpirations: { remember: { memberId: 'body.items[0]?.memberId' } },
      ListScheduleOptions: { remember: { recipientId: 'body.recipients[0]?.memberId' } },
      AddSchedule: { send: SCHEDULE, remember: { id: 'body.id' } },
      ReplaceSchedule: { send: SCHEDULE },
      // The session stays in the cookie jar until sign-out.
      SignIn: { send: { email: '{{email}}', password: '{{password}}' } },
      // Ends all other sessions of the account, but keeps the password.
      ChangePassword: { send: { current: '{{password}}', new: '{{password}}' } },
      ChangeLanguage: { send: { language: null } },
      BeginSso: { answers: [302, 404] },
      FinishSso: { answers: [400, 404] },
      // Rejected for all addresses without a mail server.
      RequestPasswordReset: { send: { email: 'nobody@example.org' }, answers: [204, 409] },
      // Valid links exist only in emails.
      ConfirmPasswordReset: { answers: [404] },
      ShowUnsubscribe: { answers: [404] },
      Unsubscribe: { answers: [404] },
      ...OPERATORS,
      // These require a session, which has ended.
      GenerateClientSecret: { answers: [401] },
      RevokePersonalSecret: { answers: [401] },
      GeneratePersonalSecret: { answers: [401] },
      RevokeClientSecret: { answers: [401] },
      IssueServiceSecret: { answers: [401] },
    },
  },
};
