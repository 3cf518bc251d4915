/** An organization that the account is a member of. */
export interface AccountOrganization {
  handle: string;
  /** Without access the membership gives none. */
  hasAccess: boolean;
  isDeveloper: boolean;
}

export interface Account {
  /** A UUID. */
  id: string;
  email: string;
  name: string;
  isOperator: boolean;
  /** Whether it may hold and use secrets. */
  apiAccess: boolean;
  /** Whether it may read the reports that need it; includes API access. */
  reportAccess: boolean;
  isEnabled: boolean;
  /** Whether it can sign in with a password. */
  hasPassword: boolean;
  /** The beginning of its personal secret; null when it has none. */
  secretPrefix: string | null;
  /** By handle. */
  organizations: AccountOrganization[];
}

/** A page of accounts. */
export interface AccountPage {
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

/** @example { "reportAccess": true } */
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
  apiAccess: boolean;
  reportAccess: boolean;
}
