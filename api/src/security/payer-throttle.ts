import type { Db } from '../db/database.ts';
import { addressGroup, take } from './throttle.ts';

/* Budgets of people who pay at payment links. */

const minute = 60;

/** An address trying codes of payment links that do not exist. */
export async function takeUnknownLink(db: Db, address: string): Promise<void> {
  const key = `pay:unknown:${addressGroup(address)}`;
  await take(db, [{ key, atOnce: 30, everySeconds: 10 }], 'Too many wrong addresses');
}

/**
 * Sending the form of a payment link. Many payers share an address of their network, and a shop has one link for all
 * its customers, so both have room.
 */
export async function takeCheckout(db: Db, address: string, linkId: string): Promise<void> {
  const budgets = [
    { key: `pay:address:${addressGroup(address)}`, atOnce: 60, everySeconds: 5 },
    { key: `pay:link:${linkId}`, atOnce: 120, everySeconds: 1 },
  ];
  await take(db, budgets, 'Too many payments');
}

/** One prompt on somebody's phone, from whichever link: whoever types the number may not be its owner. */
export async function takePrompt(db: Db, phoneNumber: string): Promise<void> {
  const key = `pay:phone:${phoneNumber}`;
  const budgets = [
    { key, atOnce: 4, everySeconds: 3 * minute },
    { key: `${key}:day`, atOnce: 15, everySeconds: 60 * minute },
  ];
  await take(db, budgets, 'Too many payments with this number');
}
