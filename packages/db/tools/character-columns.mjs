import { createRequire } from 'node:module';
import pg from 'pg';

const require = createRequire(import.meta.url);

/**
 * adapter-pg has no mapping for PostgreSQL's internal one-byte "char" type (OID 18), which catalog queries
 * return. Declares it as bpchar, then converts the result to a Character column, where '' is the zero byte.
 */
export function mapCharacterColumns() {
  const INTERNAL_CHAR = 18;
  const BPCHAR = 1042;
  const CHARACTER = 6;
  let columns = [];
  const Result = pg.Result ?? require('pg/lib/result');
  const addFields = Result.prototype.addFields;
  Result.prototype.addFields = function (fields) {
    columns = [];
    fields.forEach((field, index) => {
      if (field.dataTypeID !== INTERNAL_CHAR) return;
      field.dataTypeID = BPCHAR;
      columns.push(index);
    });
    return addFields.call(this, fields);
  };
  const fix = result => {
    for (const column of columns) {
      result.columnTypes[column] = CHARACTER;
      for (const row of result.rows) if (row[column] === '') row[column] = '\0';
    }
    columns = [];
    return result;
  };
  const wrap = queryable =>
    new Proxy(queryable, {
      get(target, property) {
        const value = target[property];
        if (property === 'queryRaw') return async sql => fix(await target.queryRaw(sql));
        if (property === 'startTransaction') {
          return async (...args) => wrap(await target.startTransaction(...args));
        }
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  return wrap;
}
