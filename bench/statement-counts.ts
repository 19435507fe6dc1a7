import { asOwner } from './databases.ts';

interface Statement {
  readonly isTop: boolean;
  readonly query: string;
  readonly calls: number;
  readonly plans: number;
  readonly planning: number;
  readonly running: number;
}

export async function forgetStatements(url: string): Promise<void> {
  await asOwner(url, async (owner) => {
    await owner.rows('create extension if not exists pg_stat_statements');
    await owner.rows('select pg_stat_statements_reset()');
  });
}

const shown = 30;

/** For each payment; those inside of functions are marked, and are counted in their callers as well. */
export async function showStatements(url: string, payments: number): Promise<void> {
  const statements = await asOwner(url, (owner) =>
    owner.rows<Statement>(
      `select toplevel as "isTop", left(regexp_replace(query, '\\s+', ' ', 'g'), 90) as query,
         calls / $1 as calls, plans / $1 as plans, total_plan_time * 1000 / $1 as planning,
         total_exec_time * 1000 / $1 as running
       from pg_stat_statements
       where dbid = (select oid from pg_database where datname = current_database())
       order by total_plan_time + total_exec_time desc`,
      [payments],
    ),
  );
  const top = statements.filter(({ isTop }) => isTop);
  const sum = (of: (statement: Statement) => number) =>
    top.reduce((all, statement) => all + of(statement), 0);
  const calls = sum((one) => one.calls).toFixed(2);
  console.log(`\nStatements for each payment: ${calls}, times in microseconds that passed`);
  console.table(
    statements.slice(0, shown).map(({ isTop, query, ...figures }) => ({
      statement: `${isTop ? '' : '  in it: '}${query}`,
      calls: figures.calls.toFixed(3),
      plans: figures.plans.toFixed(3),
      planning: Math.round(figures.planning),
      running: Math.round(figures.running),
    })),
  );
}
