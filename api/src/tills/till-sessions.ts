import { hash, randomBytes } from 'node:crypto';
import type { TillNeeds } from '@sente/contract/access';
import { testCodePrefix, type Mode } from '@sente/contract/test-mode';
import type { TillState } from '@sente/contract/till';
import type { Database, Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { FindTill, Origin, TillCaller } from '../http/actor.ts';
import { AppError } from '../http/app-error.ts';
import { cookieIn, type Cookie } from '../http/cookies.ts';
import { originOf } from '../http/origin.ts';
import { notify } from '../notifications/notify.ts';
import { writeAudit } from '../security/audit.ts';
import type { Sealer } from '../security/secrets.ts';
import { giveBackPin, takePairing, takePin } from '../security/till-throttle.ts';
import { hashToken } from '../security/tokens.ts';
import {
  closeShiftsOf,
  countWrongPin,
  findCashierByPin,
  findTillRow,
  insertShift,
  listSold,
  lockDevice,
  pairDevice,
  rightPin,
  type TillRow,
} from './till-sessions.queries.ts';

/** Sent with the calls of the till and with no others. */
const cookiePath = '/api/Till';
const deviceCookie = 'sente_till';
const shiftCookie = 'sente_till_shift';
/** The tokens of devices and shifts name their world. */
const tokenStarts: Record<Mode, string> = { live: 'sente_till_', test: 'sente_test_till_' };
/** Without the word that those of test mode begin with. */
export const codeLength = 8;
const daySeconds = 86_400;
const longestShift = '16 hours';
/** Without a touch of the screen. */
const idleLimit = '4 hours';

/** Who wrote an entry of the audit log: no person of the portal, but whoever holds the PIN. */
export function auditTill(
  db: Db,
  { companyId, tillName, deviceName, shift, origin }: TillCaller,
  action: string,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const who = { userId: null, email: null, companyId };
  return writeAudit(db, who, origin, {
    action,
    subject: { type: 'companies', id: companyId },
    details: {
      till: tillName,
      device: deviceName,
      ...(shift && { cashier: shift.cashierName }),
      ...details,
    },
  });
}

export function createFindTill(database: Database): FindTill {
  return async (request, needs) => {
    const { cookie: cookies } = request.headers;
    const device = cookieIn(cookies, deviceCookie);
    if (device === null) throw new AppError('till_unpaired');
    const shift = cookieIn(cookies, shiftCookie);
    const row = await database.within(platformScope, (db) =>
      findTillRow(db, hashToken(device), shift === null ? null : hashToken(shift)),
    );
    if (!row) throw new AppError('till_unpaired');
    const caller = callerOf(row, originOf(request));
    requireShift(caller, needs);
    return caller;
  };
}

/** The world that paired a device, by its cookie; null: there is none. */
export function modeOfDevice(cookies: string | undefined): Mode | null {
  const device = cookieIn(cookies, deviceCookie);
  if (device === null) return null;
  return device.startsWith(tokenStarts.test) ? 'test' : 'live';
}

/** The world in which a code was made. */
export function modeOfCode(code: string): Mode {
  return code.length > codeLength && code.startsWith(testCodePrefix) ? 'test' : 'live';
}

function requireShift({ shift }: TillCaller, needs: TillNeeds): void {
  if (needs !== 'shift' && needs !== 'shift-sum') return;
  if (!shift || (needs === 'shift' && shift.endedAt !== null)) throw new AppError('shift_ended');
}

function callerOf(row: TillRow, origin: Origin): TillCaller {
  const { shift_id: id, cashier_name: cashierName, opened_at: openedAt } = row;
  return {
    companyId: row.company_id,
    companyName: row.company_name,
    tillId: row.till_id,
    tillName: row.till_name,
    accountId: row.account_id,
    deviceId: row.device_id,
    deviceName: row.device_name,
    isLocked: row.is_locked,
    shift:
      id && cashierName && openedAt ? { id, cashierName, openedAt, endedAt: row.ended_at } : null,
    scope: { platform: false, companyId: row.company_id, userId: null },
    origin,
  };
}

export interface TillSessions {
  /** With the code of the portal; the cookie is the device from now on. */
  pair(code: string, origin: Origin): Promise<{ state: TillState; cookie: Cookie }>;
  state(till: TillCaller): Promise<TillState>;
  open(till: TillCaller, pin: string): Promise<{ state: TillState; cookie: Cookie }>;
}

export function createTillSessions(database: Database, sealer: Sealer): TillSessions {
  const { mode } = database.unscoped;
  const stateOf = async (till: TillCaller): Promise<TillState> => {
    const { companyName, tillName, deviceName, isLocked, shift } = till;
    const place = { mode, companyName, tillName, deviceName, isLocked };
    if (!shift || shift.endedAt) return { ...place, shift: null };
    const products = await database.within(till.scope, (db) => listSold(db, till.tillId));
    const { id, cashierName, openedAt } = shift;
    return { ...place, shift: { id, cashierName, openedAt: openedAt.toISOString(), products } };
  };
  const find = async (db: Db, device: Buffer, shift: Buffer | null, origin: Origin) => {
    const row = await findTillRow(db, device, shift);
    if (!row) throw new AppError('till_unpaired');
    return callerOf(row, origin);
  };
  return {
    pair: async (code, origin) => {
      // Apart from the rest, so that it counts although the code is wrong.
      await database.within(platformScope, (db) => takePairing(db, origin.address));
      const token = newToken(mode);
      const tokenHash = hashToken(token);
      const till = await database.within(platformScope, async (db) => {
        if (!(await pairDevice(db, codeHash(code), tokenHash))) throw codeEnded();
        const paired = await find(db, tokenHash, null, origin);
        await auditTill(db, paired, 'till.pair');
        return paired;
      });
      return { state: await stateOf(till), cookie: cookieOf(deviceCookie, token, 400) };
    },

    state: stateOf,

    open: async (till, pin) => {
      const { tillId, deviceId, companyId } = till;
      await countTry(database, till);
      const marks = sealer.marks(pinText(tillId, pin));
      const cashier = await database.within(platformScope, (db) =>
        findCashierByPin(db, tillId, marks),
      );
      if (!cashier) throw await wrongPin(database, till);
      const token = newToken(mode);
      const opened = await database.within(platformScope, async (db) => {
        await giveBackPin(db, tillId);
        const deviceHash = await rightPin(db, deviceId);
        if (!deviceHash) throw new AppError('till_unpaired');
        await closeShiftsOf(db, { deviceId }, null);
        await insertShift(db, {
          id: uuidV7(),
          companyId,
          tillId,
          deviceId,
          cashierId: cashier.id,
          tokenHash: hashToken(token),
          idleLimit,
        });
        const now = await find(db, deviceHash, hashToken(token), till.origin);
        await auditTill(db, now, 'till.open');
        return now;
      });
      return { state: await stateOf(opened), cookie: cookieOf(shiftCookie, token, 2) };
    },
  };
}

/**
 * Before the PIN is looked at, so that parallel tries count like consecutive ones. Those of a locked device do not count:
 * a stolen one would keep the cashiers out of all others.
 */
async function countTry(
  database: Database,
  { tillId, deviceId, isLocked }: TillCaller,
): Promise<void> {
  if (isLocked) throw new AppError('till_locked');
  await database.within(platformScope, (db) => takePin(db, tillId));
  const isAllowed = await database.within(platformScope, (db) => countWrongPin(db, deviceId));
  if (!isAllowed) throw new AppError('till_locked');
}

/** The last of them locks the device, and the company is told. */
async function wrongPin(database: Database, till: TillCaller): Promise<AppError> {
  const isLocked = await database.within(platformScope, async (db) => {
    const isNew = await lockDevice(db, till.deviceId);
    if (isNew) await tellOfLock(db, till);
    return isNew;
  });
  return new AppError(isLocked ? 'till_locked' : 'pin_wrong');
}

async function tellOfLock(db: Db, till: TillCaller): Promise<void> {
  const { companyId, deviceId, tillName, deviceName, origin } = till;
  await auditTill(db, till, 'till.lock');
  await notify(db, {
    kind: 'protection',
    companyId,
    key: `protection:till-locked:${deviceId}:${origin.requestId}`,
    data: { outcome: 'till-locked', till: `the till ${tillName} (${deviceName})` },
  });
}

/** The same digits of two tills have different marks. */
export function pinText(tillId: string, pin: string): string {
  return `till-pin|${tillId}|${pin}`;
}

export function codeHash(code: string): Buffer {
  return hash('sha256', `till-code|${code}`, 'buffer');
}

function codeEnded(): AppError {
  const message =
    'This code is wrong, was used already or has expired. Make a new one in the portal.';
  return new AppError('link_ended', { message });
}

function newToken(mode: Mode): string {
  return `${tokenStarts[mode]}${randomBytes(32).toString('base64url')}`;
}

function cookieOf(name: string, value: string, days: number): Cookie {
  return { name, value, path: cookiePath, seconds: days * daySeconds };
}

/** The shift ends by itself after this much more, or at its longest. */
export const nextEnd = `least(now() + interval '${idleLimit}', opened_at + interval '${longestShift}')`;
