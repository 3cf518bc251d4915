import type {
  AffiliationFunction,
  DepartmentReference,
  MeasurementKey,
} from '../../compliance/compliance.dto';
import type { Count, Page, SearchText, Timestamp, Uuid } from '../../http/wire-format';
import type { MemberReference } from '../compliance/compliance-summary.dto';
import type { RequiredItem, RequirementStatus } from '../people/people.dto';

/** The order of people: by name, or by the number of unsatisfied requirements, in descending order. */
export type MatrixSort = 'name' | 'lacking';

/** The order of columns: by measurement, number and name, or by the number of people who lack it, in descending order. */
export type MatrixColumnsSort = 'measurement' | 'lacking';

/** The kind of a filter of the matrix. */
export type SubjectKind = 'achievement' | 'competency' | 'profile';

/** An achievement, a competency or a profile. */
export interface MatrixSubject {
  /** Whether it is an achievement, a competency or a profile. */
  kind: SubjectKind;
  /** The ID for the request of the matrix. */
  id: Uuid;
  /** The organization's number for the competency; null for others. */
  number: string | null;
  /** The name. */
  name: string;
}

/**
 * A page of filters of the matrix.
 * @example { "items": [{ "kind": "competency", "id": "5c1b7a3e-9f2d-4b6c-8e0a-1d2c3b4a5f06", "number": "C-017", "name": "Muster point" }], "total": 214, "page": 1, "pageSize": 1 }
 */
export interface MatrixSubjectPage extends Page {
  /** Sorted by name. */
  items: MatrixSubject[];
}

/**
 * Requires at least one department, or members together with measurements. Empty lists other than `members` are ignored.
 * @example { "departments": ["7e2f4ce5-b60e-5236-94b5-26a8d75e28dd"], "lackingOnly": true, "sort": "lacking" }
 */
export interface MatrixRequest {
  /** Only people in these departments, with the requirements there. If null or omitted, every department of the people. */
  departments?: Uuid[] | null;
  /**
   * Only these people. If null or omitted, everybody in the departments.
   * @minItems 1 is empty; name members, or omit it for everybody in the departments
   */
  members?: Uuid[] | null;
  /** Only people who have one of these profiles in one of the departments. If null or omitted, everybody. */
  profiles?: Uuid[] | null;
  /** Only columns of these measurements. If null or omitted, all twelve. */
  measurements?: MeasurementKey[] | null;
  /** Only these achievements, and the competencies in `competencies`. If both are null or omitted, all. */
  achievements?: Uuid[] | null;
  /** Only these competencies, and the achievements in `achievements`. If both are null or omitted, all. */
  competencies?: Uuid[] | null;
  /** Whether to exclude columns that are not required of anybody. Defaults to true. */
  requiredOnly?: boolean;
  /** Whether to exclude people who lack nothing. Defaults to false. */
  lackingOnly?: boolean;
  /** Whether to exclude columns that nobody lacks. Defaults to false. */
  columnsLackingOnly?: boolean;
  /** The functions of affiliations that count. If null or omitted, Department, Organization and Administration. */
  functions?: AffiliationFunction[] | null;
  /** Only people whose name contains all of these words, in any order, or whose code contains the text. If null or omitted, everybody. */
  q?: SearchText | null;
  /** The order of people. Defaults to `name`. */
  sort?: MatrixSort;
  /** The order of columns. Defaults to `measurement`. */
  columnsSort?: MatrixColumnsSort;
  /**
   * The page of people, starting at 1; lower values are read as 1.
   * @isInt must be a whole number
   */
  page?: number;
  /**
   * The number of people per page, 1 to 200; values out of range are clamped. Defaults to 25.
   * @isInt must be a whole number
   */
  pageSize?: number;
  /**
   * The page of columns, starting at 1; lower values are read as 1.
   * @isInt must be a whole number
   */
  columnsPage?: number;
  /**
   * The number of columns per page, 1 to 200; values out of range are clamped. Defaults to 200.
   * @isInt must be a whole number
   */
  columnsPageSize?: number;
}

/** Counts of all selected people, regardless of the page. */
export interface MatrixSummary {
  /** The number of selected people. */
  people: Count;
  /** The number of people who lack something. */
  peopleLacking: Count;
  /** The number of their requirements. */
  required: Count;
  /** The number of satisfied requirements. */
  satisfied: Count;
}

/** An achievement or a competency. */
export interface MatrixColumn extends RequiredItem {
  /** The position among all columns, from 0. */
  index: Count;
  /** The number of selected people who need it. */
  people: Count;
  /** The number of these people who lack it. */
  lacking: Count;
}

/** The status of a person for a column. */
export interface MatrixCell {
  /** The index of the column. */
  column: Count;
  /** The current status; `missing` means an achievement without a ticket. */
  status: RequirementStatus;
  /** Whether it is required in any of the departments. */
  isRequired: boolean;
  /** Whether it is currently satisfied in all departments that require it. */
  isSatisfied: boolean;
  /** When the competency was validated or the ticket issued; null if never. */
  heldSince: Timestamp | null;
  /** When it expires or expired; null if it never expires. */
  expiresAt: Timestamp | null;
  /** The number of whole days until then, rounded down: 0 in the last 24 hours, negative afterwards, null if never. */
  daysLeft: Count | null;
}

/** A reported member. */
export interface MatrixMember extends MemberReference {
  /** The job title, or null. */
  jobTitle: string | null;
}

/** A person with a cell for each requirement. */
export interface MatrixRow {
  member: MatrixMember;
  /** The departments that count, sorted by name. */
  departments: DepartmentReference[];
  /** The number of requirements of the person in all columns. */
  required: Count;
  /** The number of satisfied requirements. */
  satisfied: Count;
  /** Sorted by column. Columns that are neither required nor held have no cell. */
  cells: MatrixCell[];
}

/**
 * People by their requirements.
 * @example { "asOf": "2026-11-21T10:00:00.000+00:00", "summary": { "people": 1, "peopleLacking": 1, "required": 1, "satisfied": 0 }, "columns": [{ "index": 0, "kind": "achievement", "id": "1f0e7f0e-5f6c-4a53-9c3a-0d1b8a7c2e11", "number": null, "name": "H2S Alive", "measurement": { "key": 1, "name": "Time-Sensitive Safety Certificates" }, "people": 1, "lacking": 1 }], "columnsTotal": 1, "items": [{ "member": { "id": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "name": "Grace Hopper", "code": "E-1906", "jobTitle": "Shift lead" }, "departments": [{ "id": "2b1c8f4e-7d3a-4f5b-8c6d-9e0f1a2b3c4d", "name": "Drilling", "code": "D1" }], "required": 1, "satisfied": 0, "cells": [{ "column": 0, "status": "Expired", "isRequired": true, "isSatisfied": false, "heldSince": "2023-11-01T00:00:00.000+00:00", "expiresAt": "2026-11-01T00:00:00.000+00:00", "daysLeft": -21 }] }], "total": 1, "page": 1, "pageSize": 25 }
 */
export interface Matrix extends Page {
  /** When it was calculated. */
  asOf: Timestamp;
  summary: MatrixSummary;
  /** The page of columns. */
  columns: MatrixColumn[];
  /** The total number of columns. */
  columnsTotal: Count;
  /** The page of people. */
  items: MatrixRow[];
  /** The total number of people. */
  total: Count;
}
