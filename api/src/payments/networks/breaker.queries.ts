import type { NetworkName, PaymentDirection } from '@sente/contract/payments';
import { plainArray } from '../../db/array-literal.ts';
import type { Db } from '../../db/database.ts';

/** A kind of call to a network, and the company that it is made for. */
export interface BreakerCall {
  readonly network: NetworkName;
  readonly operation: PaymentDirection;
  /** send: an order; ask: the status of one. */
  readonly kind: 'send' | 'ask';
  readonly companyId: string;
}

export interface CallCount extends BreakerCall {
  calls: number;
  unanswered: number;
}

export interface BreakerRule {
  readonly windowMs: number;
  readonly bucketMs: number;
  /** Fewer calls in the window prove nothing. */
  readonly minCalls: number;
  /** Share of unanswered calls that opens a circuit. */
  readonly share: number;
  /** How many companies the minimum of calls must come from at least. */
  readonly minCompanies: number;
  readonly openForMs: number;
  readonly probesToClose: number;
}

export interface CircuitRow extends Omit<BreakerCall, 'companyId'> {
  /** Null: for everyone. */
  readonly company_id: string | null;
  /** Negative once the pause is over. */
  readonly open_ms: number;
}

/** Usually none. */
export function listCircuits(db: Db): Promise<CircuitRow[]> {
  return db.rows<CircuitRow>(
    `select network, operation, kind, company_id,
       extract(epoch from opened_until - now())::float8 * 1000 as open_ms
     from network_circuits`,
    [],
    'network_circuits_list',
  );
}

const ms = (parameter: string): string => `${parameter} * interval '1 millisecond'`;

/** Sorted, so that servers which count at the same time do not deadlock. */
export async function addCalls(
  db: Db,
  counts: readonly CallCount[],
  { bucketMs }: BreakerRule,
): Promise<void> {
  await db.rows(
    `insert into network_calls (network, operation, kind, company_id, bucket, calls, unanswered)
     select network, operation, kind, company_id,
       date_bin(${ms('$7')}, now(), timestamptz '2000-01-01'), calls, unanswered
     from unnest($1::text[], $2::text[], $3::text[], $4::uuid[], $5::int[], $6::int[])
       u(network, operation, kind, company_id, calls, unanswered)
     order by network, operation, kind, company_id
     on conflict (network, operation, kind, bucket, company_id) do update
     set calls = network_calls.calls + excluded.calls,
       unanswered = network_calls.unanswered + excluded.unanswered`,
    [
      plainArray(counts.map(({ network }) => network)),
      plainArray(counts.map(({ operation }) => operation)),
      plainArray(counts.map(({ kind }) => kind)),
      plainArray(counts.map(({ companyId }) => companyId)),
      plainArray(counts.map(({ calls }) => calls)),
      plainArray(counts.map(({ unanswered }) => unanswered)),
      bucketMs,
    ],
    'network_calls_add',
  );
}

/**
 * Opens the circuits whose window says so. For everyone, a company weighs at most its part of the
 * minimum, with its own share of unanswered calls, so that a single company cannot open it. A company
 * with the full minimum opens it for itself.
 */
export async function openCircuits(
  db: Db,
  concerned: readonly BreakerCall[],
  rule: BreakerRule,
): Promise<void> {
  await db.rows(
    `with counted as (
       select network, operation, kind, company_id,
         sum(calls)::float8 as calls, sum(unanswered)::float8 as unanswered
       from network_calls
       where bucket > now() - ${ms('$1')} and (network, operation, kind) in (
         select * from unnest($6::text[], $7::text[], $8::text[])
       )
       group by network, operation, kind, company_id
     ), for_all as (
       select network, operation, kind from counted
       group by network, operation, kind
       having sum(least(calls, $4)) >= $2
         and sum(unanswered * least(1, $4 / calls)) >= $3 * sum(least(calls, $4))
     ), for_one as (
       select network, operation, kind, company_id from counted
       where calls >= $2 and unanswered >= $3 * calls
         and (network, operation, kind) not in (select network, operation, kind from for_all)
         and not exists (
           select from network_circuits c where c.company_id is null
             and (c.network, c.operation, c.kind) = (counted.network, counted.operation, counted.kind)
         )
     )
     insert into network_circuits (network, operation, kind, company_id, opened_until)
     select network, operation, kind, company_id, now() + ${ms('$5')}
     from (select *, null::uuid as company_id from for_all union all select * from for_one) opening
     -- An open one is not extended: its probes set the time.
     on conflict do nothing`,
    [
      rule.windowMs,
      rule.minCalls,
      rule.share,
      Math.ceil(rule.minCalls / rule.minCompanies),
      rule.openForMs,
      plainArray(concerned.map(({ network }) => network)),
      plainArray(concerned.map(({ operation }) => operation)),
      plainArray(concerned.map(({ kind }) => kind)),
    ],
    'network_circuits_open',
  );
}

const ofCall = `network = $1 and operation = $2 and kind = $3
  and (company_id is null or company_id = $4)`;
const keyOf = ({ network, operation, kind, companyId }: BreakerCall) => [
  network,
  operation,
  kind,
  companyId,
];

/**
 * Takes the probe of a call's circuits, for everyone and for the company; the row locks decide between
 * servers. Also true if they closed in the meantime.
 */
export async function takeProbe(db: Db, call: BreakerCall, openForMs: number): Promise<boolean> {
  const row = await db.row<{ isTaken: boolean | null }>(
    `with circuits as (
       select opened_until from network_circuits where ${ofCall}
       order by company_id nulls first for update
     ), taken as (
       update network_circuits set opened_until = now() + ${ms('$5')}
       where ${ofCall} and (select bool_and(opened_until <= now()) from circuits)
     )
     select bool_and(opened_until <= now()) as "isTaken" from circuits`,
    [...keyOf(call), openForMs],
    'network_circuits_probe',
  );
  return row?.isTaken ?? true;
}

/** The probe was not made: the next one may follow at once. */
export async function returnProbe(db: Db, call: BreakerCall): Promise<void> {
  await db.rows(`update network_circuits set opened_until = now() where ${ofCall}`, keyOf(call));
}

export async function failProbe(db: Db, call: BreakerCall): Promise<void> {
  await db.rows(`update network_circuits set answered_probes = 0 where ${ofCall}`, keyOf(call));
}

/** The next probe may follow at once; after enough of them the circuit closes, with an empty window. */
export async function passProbe(db: Db, call: BreakerCall, probesToClose: number): Promise<void> {
  await db.rows(
    `update network_circuits set answered_probes = answered_probes + 1, opened_until = now()
     where ${ofCall}`,
    keyOf(call),
  );
  const closed = await db.rows<{ company_id: string | null }>(
    `delete from network_circuits where ${ofCall} and answered_probes >= $5 returning company_id`,
    [...keyOf(call), probesToClose],
  );
  if (closed.length === 0) return;
  // What closes for everyone also closes for each company.
  const companyId = closed.some(({ company_id }) => company_id === null) ? null : call.companyId;
  for (const table of ['network_circuits', 'network_calls']) {
    await db.rows(
      `delete from ${table} where network = $1 and operation = $2 and kind = $3
         and ($4::uuid is null or company_id = $4)`,
      [call.network, call.operation, call.kind, companyId],
    );
  }
}
