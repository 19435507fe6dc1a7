import type { Db } from '../db/database.ts';
import { addressGroup, giveBack, take } from './throttle.ts';

/* Budgets of devices at tills. */

const minute = 60;

/** Typing the code that pairs a device: 40 random bits that live ten minutes. */
export async function takePairing(db: Db, address: string): Promise<void> {
  const budgets = [
    { key: `till:pair:${addressGroup(address)}`, atOnce: 10, everySeconds: minute },
    { key: 'till:pair', atOnce: 500, everySeconds: 2 },
  ];
  await take(db, budgets, 'Too many codes');
}

/** PINs of all devices of a till together. A device is locked long before; this counts for cashiers who guess at others. */
function pins(tillId: string) {
  return [{ key: `till:pin:${tillId}`, atOnce: 15, everySeconds: 10 * minute }];
}

export async function takePin(db: Db, tillId: string): Promise<void> {
  await take(db, pins(tillId), 'Too many wrong PINs');
}

/** It was right. */
export async function giveBackPin(db: Db, tillId: string): Promise<void> {
  await giveBack(db, pins(tillId));
}

/** References that are not of the own company: whoever tries many wants to know what others were paid. */
function references(tillId: string) {
  return [{ key: `till:reference:${tillId}`, atOnce: 20, everySeconds: minute }];
}

export async function takeReference(db: Db, tillId: string): Promise<void> {
  await take(db, references(tillId), 'Too many references');
}

/** It was one of the own company. */
export async function giveBackReference(db: Db, tillId: string): Promise<void> {
  await giveBack(db, references(tillId));
}
