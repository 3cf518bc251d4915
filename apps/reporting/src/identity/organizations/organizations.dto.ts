/** An organization that is registered here. */
export interface RegisteredOrganization {
  /** A UUID. */
  id: string;
  /** The value of X-Company that selects it. */
  handle: string;
  /** Its name. */
  name: string;
  /**
   * How many members it has, with and without access.
   * @isInt
   */
  members: number;
}

/**
 * A page of organizations.
 * @example { "items": [{ "id": "6b0c7c55-6b0e-4d4e-9a43-1f6f7a5d2c11", "handle": "acme", "name": "Acme Energy", "members": 412 }], "total": 60, "page": 1, "pageSize": 1 }
 */
export interface OrganizationPage {
  /** By name. */
  items: RegisteredOrganization[];
  /**
   * How many there are in all.
   * @isInt
   */
  total: number;
  /**
   * The number of this page, from 1.
   * @isInt
   */
  page: number;
  /**
   * How many a page holds at most.
   * @isInt
   */
  pageSize: number;
}
