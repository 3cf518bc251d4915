/** How one request of a run differs from what the document says. */
export interface Step {
  /** The body, where the document's example will not do. */
  send?: object | string;
  /** The variable of the secret to send. */
  secret?: string;
  /** The expected statuses, where not every success is expected. */
  answers?: number[];
  /** Variables for later requests, as JavaScript over the response's `body`. */
  remember?: Record<string, string>;
}

/** The order of a service's requests, so that each is answered as documented, run after run. */
export interface Run {
  /** Operation ids; others come last. */
  order: string[];
  /** First values of variables. */
  environment: Record<string, string>;
  /** By operation id. */
  steps: Record<string, Step | undefined>;
}

export const runs: Record<'versioning' | 'reporting', Run> = {
  // Increments create the package, and the run leaves it in place.
  versioning: {
    order: [
      ...['IncrementMajor', 'IncrementMinor', 'IncrementPatch'],
      ...['GetChange', 'ListReleases', 'GetVersion', 'SetVersion', 'GetHistory'],
      ...['ListPackages', 'GetPackage', 'DeletePackage', 'CreatePackage'],
      // The key that is issued is rotated and revoked.
      ...['IssueKey', 'ListKeys', 'RotateKey', 'RevokeKey', 'ListAuditEvents'],
      ...['GetHealth', 'GetSwagger', 'GetOpenApi'],
    ],
    environment: { managerKey: '{{versioningKey}}' },
    steps: {
      IncrementPatch: { remember: { version: 'body.Version' } },
      // The package may be past it.
      SetVersion: { send: { Version: '2.4.0', Force: true } },
      IssueKey: { secret: 'managerKey', remember: { id: 'body.Id' } },
      ListKeys: { secret: 'managerKey' },
      RotateKey: { secret: 'managerKey' },
      RevokeKey: { secret: 'managerKey' },
      ListAuditEvents: { secret: 'managerKey' },
    },
  },
  reporting: {
    // No secret is sent after it was replaced or revoked.
    order: [
      ...['GetHealth', 'GetVersion', 'GetSwagger', 'GetOpenApi'],
      ...['ListDirectoryContacts', 'ListAchievements', 'ListPersonTypes', 'ListMeasurements'],
      ...['GetAchievementGaps', 'SummarizeCompliance', 'GetComplianceTrends'],
      ...['GetComplianceOverview', 'GetMonthlyStatistics'],
      ...['ListCompetencyValidations', 'ListExpirations'],
      ...[
        'GetSignInMethods',
        'SignIn',
        'GetSession',
        'ChangePassword',
        'SignOut',
        'BeginSso',
        'FinishSso',
      ],
      ...['GetPersonalSecret', 'GenerateClientSecret', 'ListClientSecrets'],
      ...['RevokePersonalSecret', 'GeneratePersonalSecret', 'RevokeClientSecret'],
      ...['ListAccounts', 'ChangeGrants', 'RevokeSecret', 'ListAuditEvents'],
      ...['ListOrganizations', 'GetAbout'],
      ...['CallNotification', 'CallSync', 'ListSupportIssues', 'GetVideoStatistics'],
    ],
    environment: { operatorSecret: '{{secret}}', reportAccess: 'false' },
    steps: {
      ListDirectoryContacts: {
        remember: {
          departmentId: `body.affiliations.find(each => each.function !== 'Employee')?.departmentId`,
        },
      },
      ListAchievements: { remember: { achievementId: 'body.items[0]?.achievementId' } },
      SummarizeCompliance: { send: { departments: ['{{departmentId}}'], measurements: [3, 4] } },
      // Of the same snapshots.
      GetComplianceTrends: {
        remember: {
          year: 'body.at(-1)?.month.slice(0, 4)',
          month: 'Number(body.at(-1)?.month.slice(5)) || undefined',
        },
      },
      // The session stays in the cookie jar until sign-out.
      SignIn: { send: { email: '{{email}}', password: '{{password}}' } },
      // Every other session of the account ends; its password stays.
      ChangePassword: { send: { current: '{{password}}', new: '{{password}}' } },
      BeginSso: { answers: [302, 404] },
      FinishSso: { answers: [400, 404] },
      GenerateClientSecret: { remember: { id: 'body.id', clientSecret: 'body.secret' } },
      RevokePersonalSecret: { secret: 'clientSecret' },
      GeneratePersonalSecret: { secret: 'clientSecret', remember: { secret: 'body.secret' } },
      // An account without a secret, and its grant.
      ListAccounts: {
        secret: 'operatorSecret',
        remember: {
          accountId: 'body.items?.find(each => each.secretPrefix === null)?.id',
          reportAccess: 'body.items?.find(each => each.secretPrefix === null)?.reportAccess',
        },
      },
      ChangeGrants: { secret: 'operatorSecret', send: '{ "reportAccess": {{reportAccess}} }' },
      RevokeSecret: { secret: 'operatorSecret' },
      ListAuditEvents: { secret: 'operatorSecret' },
      ListOrganizations: { secret: 'operatorSecret' },
      GetAbout: { secret: 'operatorSecret' },
      // Not implemented; others than operators get 403.
      CallNotification: { secret: 'operatorSecret', answers: [501] },
      CallSync: { secret: 'operatorSecret', answers: [501] },
      ListSupportIssues: { secret: 'operatorSecret', answers: [501] },
      GetVideoStatistics: { secret: 'operatorSecret', answers: [501] },
    },
  },
};
