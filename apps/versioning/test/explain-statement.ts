import type { Database, Statement } from '@platform/db';

type Plan = Readonly<Record<'Actual Rows' | 'Shared Hit Blocks' | 'Shared Read Blocks', number>>;
type Value = string | number | null | readonly string[];

/** Runs a statement with its generic plan, and rolls it back. Returns the numbers of rows and of blocks read. */
export async function explainStatement(
  { pool }: Database,
  { text, parameters }: Statement<unknown>,
  values: Readonly<Record<string, Value>>,
): Promise<{ rows: number; blocks: number }> {
  const literals = parameters.map(name => literal(values[name] ?? null));
  const results = (await pool.query(
    `begin;
    prepare explained as ${text};
    set local plan_cache_mode = force_generic_plan;
    explain (analyze, buffers, format json) execute explained(${literals.join(', ')});
    rollback`,
  )) as unknown as readonly { rows: readonly { 'QUERY PLAN': [{ Plan: Plan }] }[] }[];
  const [{ Plan: plan }] = results[3]!.rows[0]!['QUERY PLAN'];
  return {
    rows: plan['Actual Rows'],
    blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
  };
}

function literal(value: Value): string {
  if (value === null) return 'null';
  return typeof value === 'object' ? `'{"${value.join('","')}"}'` : `'${value}'`;
}
