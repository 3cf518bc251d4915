import type {
  AffiliationFunction,
  DepartmentReference,
  MeasurementKey,
} from '../../compliance/compliance.dto';
import type { Count, Page, SearchText, Timestamp, Uuid } from '../../http/wire-format';
import type { MemberReference } from '../compliance/compliance-summary.dto';
import type { RequiredItem, RequirementStatus } from '../people/people.dto';

/** The order of the people: by name, or whoever lacks the most first. */
export enum MatrixSort {
  Name = 'name',
  Lacking = 'lacking',
}

/** The order of the columns: by measurement, number and name, or what most people lack first. */
export enum MatrixColumnsSort {
  Measurement = 'measurement',
  Lacking = 'lacking',
}

/** What the matrix is narrowed by. */
export enum SubjectKind {
  Achievement = 'achievement',
  Competency = 'competency',
  Profile = 'profile',
}

/** An achievement, a competency or a profile. */
export interface MatrixSubject {
  /** What it is. */
  kind: SubjectKind;
  /** Its id, as the request of the matrix takes it. */
  id: Uuid;
  /** The organization's number of the competency; null for others. */
  number: string | null;
  /** Its name. */
  name: string;
}

/**
 * A page of what the matrix is narrowed by.
 * @example { "items": [{ "kind": "competency", "id": "5c1b7a3e-9f2d-4b6c-8e0a-1d2c3b4a5f06", "number": "C-017", "name": "Muster point" }], "total": 214, "page": 1, "pageSize": 1 }
 */
export interface MatrixSubjectPage extends Page {
  /** By name. */
  items: MatrixSubject[];
}

/**
 * At least one department, or members together with measurements. An empty list other than `members` is one that was not given.
 * @example { "departments": ["7e2f4ce5-b60e-5236-94b5-26a8d75e28dd"], "lackingOnly": true, "sort": "lacking" }
 */
export interface MatrixRequest {
  /** Only people in these departments; what counts is what is required there. Omitted or null: every department of the people. */
  departments?: Uuid[] | null;
  /**
   * Only these people. Omitted or null: everybody in the departments.
   * @minItems 1 is empty; name members, or omit it for everybody in the departments
   */
  members?: Uuid[] | null;
  /** Only people who have one of these profiles in a department that counts. Omitted or null: everybody. */
  profiles?: Uuid[] | null;
  /** Only columns of these measurements. Omitted or null: all twelve. */
  measurements?: MeasurementKey[] | null;
  /** Only these achievements, and the competencies that are named. Omitted or null, with both: every item. */
  achievements?: Uuid[] | null;
  /** Only these competencies, and the achievements that are named. Omitted or null, with both: every item. */
  competencies?: Uuid[] | null;
  /** Whether columns that are required of nobody are left out. Default true. */
  requiredOnly?: boolean;
  /** Whether people who lack nothing are left out. Default false. */
  lackingOnly?: boolean;
  /** Whether columns that nobody lacks are left out. Default false. */
  columnsLackingOnly?: boolean;
  /** The affiliations that count. Omitted or null: Department, Organization and Administration. */
  functions?: AffiliationFunction[] | null;
  /** Only people whose name has every word of this, in any order, or whose code contains it. Omitted or null: everybody. */
  q?: SearchText | null;
  /** The order of the people. Default `name`. */
  sort?: MatrixSort;
  /** The order of the columns. Default `measurement`. */
  columnsSort?: MatrixColumnsSort;
  /**
   * The page of people, from 1; below it is read as 1.
   * @isInt page must be a whole number
   */
  page?: number;
  /**
   * How many people a page holds, 1 to 200; out of range is corrected. Default 25.
   * @isInt pageSize must be a whole number
   */
  pageSize?: number;
  /**
   * The page of columns, from 1; below it is read as 1.
   * @isInt columnsPage must be a whole number
   */
  columnsPage?: number;
  /**
   * How many columns a page holds, 1 to 200; out of range is corrected. Default 200.
   * @isInt columnsPageSize must be a whole number
   */
  columnsPageSize?: number;
}

/** Everybody who is selected, on whatever page. */
export interface MatrixSummary {
  /** How many people are selected. */
  people: Count;
  /** How many of them lack something. */
  peopleLacking: Count;
  /** How much is required of them. */
  required: Count;
  /** How much of it is satisfied. */
  satisfied: Count;
}

/** An achievement or a competency. */
export interface MatrixColumn extends RequiredItem {
  /** Its place among all columns, from 0. */
  index: Count;
  /** How many of the people selected it is required of. */
  people: Count;
  /** How many of these lack it. */
  lacking: Count;
}

/** How a person stands by a column. */
export interface MatrixCell {
  /** The index of the column. */
  column: Count;
  /** The status now; `missing` is an achievement without a ticket. */
  status: RequirementStatus;
  /** Whether it is required in any of the departments. */
  isRequired: boolean;
  /** Whether it is satisfied now, in all departments that require it. */
  isSatisfied: boolean;
  /** When the competency was validated, or the ticket issued; null where it never was. */
  heldSince: Timestamp | null;
  /** When it expires or expired; null where it never does. */
  expiresAt: Timestamp | null;
  /** Whole days until then, rounded down; 0 or below for what has expired; null where it never does. */
  daysLeft: Count | null;
}

/** A member reported on. */
export interface MatrixMember extends MemberReference {
  /** The job title; null without one. */
  jobTitle: string | null;
}

/** A person, and how they stand by the columns. */
export interface MatrixRow {
  member: MatrixMember;
  /** The departments that count, by name. */
  departments: DepartmentReference[];
  /** How much is required of the person, by all columns. */
  required: Count;
  /** How much of it is satisfied. */
  satisfied: Count;
  /** By column; what is neither required nor held has none. */
  cells: MatrixCell[];
}

/**
 * People by what is required of them.
 * @example { "asOf": "2026-11-21T10:00:00.000+00:00", "summary": { "people": 1, "peopleLacking": 1, "required": 1, "satisfied": 0 }, "columns": [{ "index": 0, "kind": "achievement", "id": "1f0e7f0e-5f6c-4a53-9c3a-0d1b8a7c2e11", "number": null, "name": "H2S Alive", "measurement": { "key": 1, "name": "Time-Sensitive Safety Certificates" }, "people": 1, "lacking": 1 }], "columnsTotal": 1, "items": [{ "member": { "id": "0d6d3d8c-6a39-4c39-8a5c-7d3f1c2b9a01", "name": "Grace Hopper", "code": "E-1906", "jobTitle": "Shift lead" }, "departments": [{ "id": "2b1c8f4e-7d3a-4f5b-8c6d-9e0f1a2b3c4d", "name": "Drilling", "code": "D1" }], "required": 1, "satisfied": 0, "cells": [{ "column": 0, "status": "Expired", "isRequired": true, "isSatisfied": false, "heldSince": "2023-11-01T00:00:00.000+00:00", "expiresAt": "2026-11-01T00:00:00.000+00:00", "daysLeft": -21 }] }], "total": 1, "page": 1, "pageSize": 25 }
 */
export interface Matrix extends Page {
  /** When it was calculated. */
  asOf: Timestamp;
  summary: MatrixSummary;
  /** The page of the columns. */
  columns: MatrixColumn[];
  /** How many columns there are in total. */
  columnsTotal: Count;
  /** The page of the people. */
  items: MatrixRow[];
  /** How many people there are in total. */
  total: Count;
}
