import { randomBytes, randomInt } from 'node:crypto';
import { testCodePrefix } from '@sente/contract/test-mode';
import type { NewPin, Pairing, TillDetails, tills } from '@sente/contract/tills';
import type { Db } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import { notFound, refused } from '../http/app-error.ts';
import { audit } from '../security/audit.ts';
import type { Sealer } from '../security/secrets.ts';
import { closeShiftsOf } from './till-sessions.queries.ts';
import { codeHash, codeLength, pinText } from './till-sessions.ts';
import {
  findCashier,
  insertCashier,
  insertDevice,
  isPinTaken,
  setPin,
  type TillRecord,
} from './tills.queries.ts';

/* Who gets in at a till: codes of devices and PINs of cashiers. */

const codeMinutes = 10;

export interface CashierActs {
  addCashier(actor: Actor, id: string, name: string): Promise<NewPin>;
  renewPin(actor: Actor, id: string, cashierId: string): Promise<NewPin>;
  removeCashier(actor: Actor, id: string, cashierId: string): Promise<TillDetails>;
}

/** Of a till in use, in one transaction. */
type Change = <T>(
  actor: Actor,
  id: string,
  work: (db: Db, till: TillRecord) => Promise<T>,
) => Promise<T>;

export function cashierActs(
  sealer: Sealer,
  change: Change,
  changed: (
    actor: Actor,
    id: string,
    work: (db: Db, till: TillRecord) => Promise<void>,
  ) => Promise<TillDetails>,
): CashierActs {
  return {
    addCashier: (actor, id, name) =>
      change(actor, id, async (db, till) => {
        const pin = await freePin(db, sealer, id);
        const cashierId = uuidV7();
        const pinMark = sealer.mark(pinText(id, pin));
        const { company_id: companyId } = till;
        const isAdded = await insertCashier(db, {
          id: cashierId,
          companyId,
          tillId: id,
          name,
          pinMark,
        });
        if (!isAdded) throw refused('Another cashier was added at the same moment. Try again.');
        await note(db, actor, 'addCashier', till, { cashier: name });
        return { cashierId, name, pin };
      }),
    renewPin: (actor, id, cashierId) =>
      change(actor, id, async (db, till) => {
        const cashier = await findCashier(db, id, cashierId);
        if (!cashier) throw notFound('Cashier not found');
        const pin = await freePin(db, sealer, id);
        await setPin(db, cashierId, sealer.mark(pinText(id, pin)));
        await note(db, actor, 'renewPin', till, { cashier: cashier.name });
        return { cashierId, name: cashier.name, pin };
      }),
    removeCashier: (actor, id, cashierId) =>
      changed(actor, id, async (db, till) => {
        const cashier = await findCashier(db, id, cashierId);
        if (!cashier) throw notFound('Cashier not found');
        await db.rows('update till_cashiers set removed_at = now() where id = $1', [cashierId]);
        await closeShiftsOf(db, { cashierId }, actor.userId);
        await note(db, actor, 'removeCashier', till, { cashier: cashier.name });
      }),
  };
}

/** Random, so that nobody chooses 123456, and of one cashier only: the PIN alone says who works. */
async function freePin(db: Db, sealer: Sealer, tillId: string): Promise<string> {
  for (;;) {
    const pin = String(randomInt(1_000_000)).padStart(6, '0');
    if (!(await isPinTaken(db, tillId, sealer.marks(pinText(tillId, pin))))) return pin;
  }
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

export async function addDevice(
  urlOf: (path: string) => string,
  db: Db,
  actor: Actor,
  { id: tillId, company_id: companyId, ...till }: TillRecord,
  name: string,
): Promise<Pairing> {
  const start = db.mode === 'test' ? testCodePrefix : '';
  const random = Array.from(randomBytes(codeLength), (byte) => alphabet.charAt(byte & 31));
  const code = start + random.join('');
  const id = uuidV7();
  const minutes = codeMinutes;
  const device = { id, companyId, tillId, name, codeHash: codeHash(code), minutes };
  const expiresAt = await insertDevice(db, device);
  await note(
    db,
    actor,
    'addDevice',
    { ...till, id: tillId, company_id: companyId },
    { device: name },
  );
  const shown = code.toUpperCase().replace(/(?<=^(?:.{4})+)(?=.)/g, '-');
  return {
    deviceId: id,
    code: shown,
    // Behind the #, which browsers send to no server.
    url: urlOf(`/till#${shown}`),
    expiresAt: expiresAt.toISOString(),
  };
}

/** Recorded in the company's history. */
export async function note(
  db: Db,
  actor: Actor,
  action: keyof typeof tills,
  { id, name, company_id: companyId }: Pick<TillRecord, 'id' | 'name' | 'company_id'>,
  details: object = {},
): Promise<void> {
  await audit(db, actor, {
    action: `tills.${action}`,
    subject: { type: 'companies', id: companyId },
    companyId,
    details: { till: name, tillId: id, ...details },
  });
}
