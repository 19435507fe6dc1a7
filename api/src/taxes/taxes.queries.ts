import type { TaxRate } from '@sente/contract/taxes';
import type { Db } from '../db/database.ts';

export interface TaxRow {
  readonly id: string;
  readonly tax: TaxRate['tax'];
  readonly direction: TaxRate['direction'];
  readonly name: string;
  readonly basis_points: number;
  readonly is_on_top: boolean;
  readonly effective_from: Date;
  readonly ends_at: Date | null;
  readonly is_current: boolean;
  readonly created_by_name: string | null;
  readonly created_at: Date;
}

const select = `select t.*, t.effective_from <= now() and (t.ends_at is null or t.ends_at > now()) as is_current,
    (select u.first_name || ' ' || u.last_name from users u where u.id = t.created_by) as created_by_name
  from (
    select *, lead(effective_from) over (partition by tax, direction order by effective_from) as ends_at
    from tax_rates
  ) t`;

/** Newest first: future, current and past rates. */
export function listTaxes(db: Db): Promise<TaxRow[]> {
  return db.rows<TaxRow>(`${select} order by t.effective_from desc, t.tax desc, t.direction`);
}

export function findTax(db: Db, id: string): Promise<TaxRow | undefined> {
  return db.row<TaxRow>(`${select} where t.id = $1`, [id]);
}

/** The rate that applies at a moment, or now. */
export function findTaxAt(
  db: Db,
  { tax, direction }: Pick<TaxRow, 'tax' | 'direction'>,
  at: Date | null,
  exceptId: string | null = null,
): Promise<TaxRow | undefined> {
  return db.row<TaxRow>(
    `${select} where t.tax = $1 and t.direction = $2 and t.id is distinct from $4::uuid
       and t.effective_from <= greatest($3::timestamptz, now())
     order by t.effective_from desc limit 1`,
    [tax, direction, at, exceptId],
  );
}

export interface NewTax {
  readonly id: string;
  readonly tax: TaxRow['tax'];
  readonly direction: TaxRow['direction'];
  readonly name: string;
  readonly basisPoints: number;
  readonly isOnTop: boolean;
  /** Null for now. */
  readonly effectiveFrom: Date | null;
  readonly createdBy: string;
}

/** A moment that has passed counts as now: what was accepted since then was charged without it. */
export async function insertTax(db: Db, tax: NewTax): Promise<void> {
  await db.rows(
    `insert into tax_rates (id, tax, direction, name, basis_points, is_on_top, effective_from, created_by)
     values ($1, $2, $3, $4, $5, $6, greatest($7::timestamptz, now()), $8)`,
    [
      tax.id,
      tax.tax,
      tax.direction,
      tax.name,
      tax.basisPoints,
      tax.isOnTop,
      tax.effectiveFrom,
      tax.createdBy,
    ],
  );
}

/** False if it is already effective or was deleted concurrently. */
export async function deleteFutureTax(db: Db, id: string): Promise<boolean> {
  const row = await db.row(
    'delete from tax_rates where id = $1 and effective_from > clock_timestamp() returning id',
    [id],
  );
  return row !== undefined;
}
