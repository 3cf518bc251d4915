/**
 * How a service's requests follow each other, so that each is answered as documented, again and again.
 * `order` names operations; the others come last. `environment` gives variables their first values. Of a
 * step, an operation by its id, `send` is the body where the example of the document will not do, `secret`
 * the variable of the secret to send, and `answers` the statuses that are right where not every success is;
 * `remember` gives variables to the requests that follow, in JavaScript over the answer's `body`.
 */
export const runs = {
  // Increments make the package, and it is there again at the end.
  versioning: {
    order: [
      ...['IncrementMajor', 'IncrementMinor', 'IncrementPatch'],
      ...['GetVersion', 'SetVersion', 'GetHistory'],
      ...['ListPackages', 'GetPackage', 'DeletePackage', 'CreatePackage'],
    ],
    environment: {},
    steps: {},
  },
  reporting: {
    // No secret is sent once it is replaced or revoked: a client's replaces the personal one, which revokes it.
    order: [
      ...['Health', 'Version', 'GetSwagger', 'GetOpenApi'],
      ...['ListDirectoryContacts', 'ListAchievements', 'ListPersonTypes', 'ListMeasurements'],
      ...['GetAchievementGaps', 'SummarizeCompliance', 'GetComplianceTrends'],
      ...['GetMonthlyStatistics', 'ListCompetencyValidations'],
      ...['SignIn', 'GetSession', 'ChangePassword', 'SignOut', 'BeginSso', 'FinishSso'],
      ...['GetPersonalSecret', 'GenerateClientSecret', 'ListClientSecrets'],
      ...['RevokePersonalSecret', 'GeneratePersonalSecret', 'RevokeClientSecret'],
      ...['ListAccounts', 'ChangeGrants', 'RevokeSecret', 'ListAuditEvents', 'About'],
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
      // The session is in the cookie jar from here on, until it is signed out.
      SignIn: { send: { email: '{{email}}', password: '{{password}}' } },
      // Every other session of the account ends; its password stays.
      ChangePassword: { send: { current: '{{password}}', new: '{{password}}' } },
      BeginSso: { answers: [302, 404] },
      FinishSso: { answers: [400, 404] },
      GenerateClientSecret: { remember: { id: 'body.id', clientSecret: 'body.secret' } },
      RevokePersonalSecret: { secret: 'clientSecret' },
      GeneratePersonalSecret: { secret: 'clientSecret', remember: { secret: 'body.secret' } },
      // An account that has no secret to lose, and the grant that it has.
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
      About: { secret: 'operatorSecret' },
      // Named and not built; who is no operator is not told so.
      CallNotification: { secret: 'operatorSecret', answers: [501] },
      CallSync: { secret: 'operatorSecret', answers: [501] },
      ListSupportIssues: { secret: 'operatorSecret', answers: [501] },
      GetVideoStatistics: { secret: 'operatorSecret', answers: [501] },
    },
  },
};
