/** An organization that the account is a member of. */
export interface AccountOrganization {
  /** What X-Company names it by. */
  handle: string;
  /** Without access the membership gives none. */
  hasAccess: boolean;
  /** Whether the account has the Developer role in it. */
  isDeveloper: boolean;
}

/** An account, and what it may do. */
export interface Account {
  /** A UUID. */
  id: string;
  /** Its e-mail address. */
  email: string;
  /** The name of its owner. */
  name: string;
  /** Whether it is an operator, who reaches every organization without membership, and the operator endpoints; it needs the same grants. */
  isOperator: boolean;
  /** Whether it may hold and use secrets. */
  apiAccess: boolean;
  /** Whether it may read the reports that need it; includes API access. */
  reportAccess: boolean;
  /** Whether it may sign in and call at all. */
  isEnabled: boolean;
  /** Whether it can sign in with a password. */
  hasPassword: boolean;
  /** The beginning of its personal secret; null when it has none. */
  secretPrefix: string | null;
  /** By handle. */
  organizations: AccountOrganization[];
}

/**
 * A page of accounts.
 * @example { "items": [{ "id": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "email": "grace@example.org", "name": "Grace Hopper", "isOperator": false, "apiAccess": true, "reportAccess": true, "isEnabled": true, "hasPassword": true, "secretPrefix": null, "organizations": [{ "handle": "acme", "hasAccess": true, "isDeveloper": true }] }], "total": 42, "page": 1, "pageSize": 1 }
 */
export interface AccountPage {
  /** By name. */
  items: Account[];
  /**
   * How many there are in all.
   * @isInt
   */
  total: number;
  /**
   * The page that this is, from 1.
   * @isInt
   */
  page: number;
  /**
   * How many a page holds at most.
   * @isInt
   */
  pageSize: number;
}

/**
 * The grants to change.
 * @example { "reportAccess": true }
 */
export interface GrantsChange {
  /** False takes report access with it. Left out: as it is. */
  apiAccess?: boolean;
  /** True grants API access with it. Left out: as it is. */
  reportAccess?: boolean;
}

/**
 * Both grants, as they now are.
 * @example { "apiAccess": true, "reportAccess": true }
 */
export interface Grants {
  /** Whether the account may hold and use secrets. */
  apiAccess: boolean;
  /** Whether it may read the reports that need it. */
  reportAccess: boolean;
}
