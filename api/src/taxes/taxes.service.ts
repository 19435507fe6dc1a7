import type { BodyOf, MetaOf } from '@sente/contract/endpoint';
import { kampalaTime } from '@sente/contract/kampala';
import { toHundredths } from '@sente/contract/money';
import { describeRate, taxRateBody, type TaxRate, type taxes } from '@sente/contract/taxes';
import * as z from 'zod';
import type { CarryOut } from '../approvals/approval-kind.ts';
import { ask } from '../approvals/asking.ts';
import { toUgx } from '../db/amounts.ts';
import { databaseNow } from '../db/clock.ts';
import { violatedUnique } from '../db/database-errors.ts';
import type { Database, Db } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import { invalidField, notFound, refused } from '../http/app-error.ts';
import { audit } from '../security/audit.ts';
import {
  deleteFutureTax,
  findTax,
  findTaxAt,
  insertTax,
  listTaxes,
  type TaxRow,
} from './taxes.queries.ts';

type TaxBody = BodyOf<typeof taxes.add>;
type Waits = MetaOf<typeof taxes.add>;

/** Each change says what is owed to the tax authority, and therefore waits for a second person. */
export interface TaxesService {
  list(actor: Actor): Promise<TaxRate[]>;
  add(actor: Actor, body: TaxBody): Promise<{ data: null; meta: Waits }>;
  remove(actor: Actor, id: string): Promise<{ data: null; meta: Waits }>;
}

/** Tolerance for clock differences and slow submissions. */
const graceMs = 60_000;

export function createTaxesService(database: Database): TaxesService {
  return {
    list: (actor) => database.within(actor.scope, async (db) => (await listTaxes(db)).map(toRate)),

    add: (actor, body) =>
      database.within(actor.scope, async (db) => {
        const from = body.effectiveFrom === undefined ? null : new Date(body.effectiveFrom);
        if (from && from.getTime() < databaseNow() - graceMs) {
          throw invalidField('effectiveFrom', 'Must not be in the past');
        }
        const before = await findTaxAt(db, body, from);
        const subject = `${body.tax} ${body.direction}`;
        const approvalId = await askAbout(db, actor, subject, body, {
          rate: { ...body, effectiveFrom: from?.toISOString() },
          text: describeRate(body),
          before: textOf(before),
          from: from ? kampalaTime(from) : null,
        });
        return { data: null, meta: { approvalId } };
      }),

    remove: (actor, id) =>
      database.within(actor.scope, async (db) => {
        const row = await findTax(db, id);
        if (!row) throw notFound('Tax not found');
        if (row.effective_from.getTime() <= databaseNow()) throw refused(begunText);
        const stays = await findTaxAt(db, row, row.effective_from, id);
        const approvalId = await askAbout(db, actor, id, row, {
          taxId: id,
          text: textOf(row),
          before: textOf(stays),
        });
        return { data: null, meta: { approvalId } };
      }),
  };
}

const begunText = 'This tax has begun and stays in the history. Set a new rate instead.';

function askAbout(
  db: Db,
  actor: Actor,
  subject: string,
  { direction, name }: Pick<TaxRow, 'direction' | 'name'>,
  details: Readonly<Record<string, unknown>>,
): Promise<string> {
  return ask(db, actor, {
    kind: 'tax',
    subject,
    companyId: null,
    details: { ...details, direction, name },
    about: { type: 'users', id: actor.userId },
    isWaiting: 'A change of this tax waits for a second person already',
  });
}

const wanted = z.object({
  rate: z.optional(z.custom<TaxBody>((value) => taxRateBody.safeParse(value).success)),
  taxId: z.optional(z.string()),
});

export const carryOutTax: CarryOut = async (db, approver, { details, asked_by: createdBy }) => {
  const { rate, taxId } = wanted.parse(details);
  if (taxId) await removeTax(db, approver, taxId);
  else if (rate) await addTax(db, approver, rate, createdBy);
  else throw new Error('A tax without its rate');
  return null;
};

async function addTax(db: Db, approver: Actor, rate: TaxBody, createdBy: string): Promise<void> {
  const id = uuidV7();
  const effectiveFrom = rate.effectiveFrom === undefined ? null : new Date(rate.effectiveFrom);
  // At most two decimals, scaled like money.
  const basisPoints = Number(toHundredths(rate.percent));
  const { tax, direction, name, isOnTop } = rate;
  await insertTax(db, {
    id,
    tax,
    direction,
    name,
    isOnTop,
    basisPoints,
    effectiveFrom,
    createdBy,
  }).catch((error: unknown): never => {
    if (violatedUnique(error) !== 'tax_rates_key') throw error;
    throw refused('Another rate of this tax and direction begins at this moment');
  });
  const row = await findTax(db, id);
  if (!row) throw new Error('A tax that was written is not there');
  await note(db, approver, 'add', row);
}

async function removeTax(db: Db, approver: Actor, id: string): Promise<void> {
  const row = await findTax(db, id);
  if (!row) throw notFound('Tax not found');
  if (!(await deleteFutureTax(db, id))) throw refused(begunText);
  await note(db, approver, 'remove', row);
}

function note(db: Db, actor: Actor, action: 'add' | 'remove', row: TaxRow): Promise<void> {
  return audit(db, actor, {
    action: `taxes.${action}`,
    details: {
      name: row.name,
      tax: row.tax,
      direction: row.direction,
      rate: textOf(row),
      effectiveFrom: kampalaTime(row.effective_from),
    },
  });
}

function textOf(row: TaxRow | undefined): string {
  return row ? describeRate(toRate(row)) : 'none';
}

function toRate(row: TaxRow): TaxRate {
  return {
    id: row.id,
    tax: row.tax,
    direction: row.direction,
    name: row.name,
    percent: toUgx(String(row.basis_points)),
    isOnTop: row.is_on_top,
    effectiveFrom: row.effective_from.toISOString(),
    endsAt: row.ends_at?.toISOString() ?? null,
    isCurrent: row.is_current,
    createdBy: row.created_by_name,
    createdAt: row.created_at.toISOString(),
  };
}
