import { plainArray, textArray } from '../db/array-literal.ts';
import type { Db } from '../db/database.ts';
import type { Exchange } from './networks/connector.ts';

/** A step in the trace of a payment. */
export interface Step {
  readonly companyId: string;
  readonly paymentId: string;
  readonly kind:
    | 'approval'
    | 'held'
    | 'sent'
    | 'asked'
    | 'callback'
    | 'settled'
    | 'failed'
    | 'review';
  readonly title: string;
  /** Whether the step succeeded; null if neither applies. */
  readonly isGood: boolean | null;
  readonly exchange?: Pick<Exchange, 'request' | 'answer' | 'durationMs'>;
}

export async function writeSteps(db: Db, steps: readonly Step[]): Promise<void> {
  if (steps.length === 0) return;
  await db.rows(
    `insert into payment_steps
       (company_id, payment_id, kind, title, is_good, request, answer, duration_ms, at)
     select u.*, clock_timestamp()
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::boolean[], $6::text[],
       $7::text[], $8::integer[]) u`,
    [
      plainArray(steps.map((step) => step.companyId)),
      plainArray(steps.map((step) => step.paymentId)),
      plainArray(steps.map((step) => step.kind)),
      textArray(steps.map((step) => step.title)),
      plainArray(steps.map((step) => (step.isGood === null ? undefined : String(step.isGood)))),
      textArray(steps.map((step) => step.exchange?.request)),
      textArray(steps.map((step) => step.exchange?.answer)),
      plainArray(steps.map((step) => step.exchange && Math.round(step.exchange.durationMs))),
    ],
    'payment_steps_write',
  );
}

/** How many steps of a kind each payment has; those without any are left out. */
export async function countSteps(
  db: Db,
  paymentIds: readonly string[],
  kind: Step['kind'],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.rows<{ id: string; count: number }>(
    `select p.id, count(*)::integer as count from payment_steps s
     join payments p on p.company_id = s.company_id and p.id = s.payment_id
     where p.id = any($1::uuid[]) and s.kind = $2
     group by p.id`,
    [plainArray(paymentIds), kind],
    'payment_steps_count',
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}
