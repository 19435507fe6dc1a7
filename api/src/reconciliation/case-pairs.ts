import { dayMs } from '@sente/contract/kampala';
import { phoneText } from '@sente/contract/phone';
import type { CasePair } from '@sente/contract/case-pair';
import { toUgx } from '../db/amounts.ts';
import type { Db } from '../db/database.ts';
import { type CaseRow } from './case-rows.queries.ts';
import { findOurs, findTheirs, type OurRow, type TheirRow } from './case-sides.queries.ts';

/** A line is written when the person paid; we book it when we hear of it. */
const nearMs = 15 * 60_000;

/** The line of one case and the booking of the other; undefined if one of them is missing. */
export async function readPair(
  db: Db,
  one: CaseRow,
  other: CaseRow,
): Promise<
  { readonly theirs: TheirRow; readonly ours: OurRow; readonly pair: CasePair } | undefined
> {
  const [withLine, withBooking] =
    one.kind === 'only-ours' || one.kind === 'not-paid' ? [other, one] : [one, other];
  const theirs = withLine.line_id === null ? undefined : await findTheirs(db, withLine.line_id);
  const ours = await findOurs(db, withBooking);
  return theirs && ours && { theirs, ours, pair: pairOf(theirs, ours) };
}

function pairOf(line: TheirRow, booking: OurRow): CasePair {
  const theirs = {
    phoneNumber: line.phone,
    amount: toUgx(line.amount),
    at: line.at.toISOString(),
    reference: line.reference,
  };
  const ours = {
    phoneNumber: booking.phone,
    amount: toUgx(booking.amount),
    at: (booking.booked_at ?? booking.created_at).toISOString(),
    reference: booking.network_reference,
  };
  return { theirs, ours, differences: differencesOf(line, booking) };
}

/** What speaks against it. What one side does not tell speaks against it as well, but for the reference. */
function differencesOf(line: TheirRow, booking: OurRow): CasePair['differences'] {
  const phone = (number: string | null): string => (number === null ? 'none' : phoneText(number));
  const apartMs = apartBy(line, booking);
  const [theirs, ours] = [line.reference, booking.network_reference];
  const found: CasePair['differences'] = [];
  if (line.phone !== booking.phone) {
    const text = `The numbers differ: ${phone(line.phone)} there, ${phone(booking.phone)} here.`;
    found.push({ of: 'number', text });
  }
  if (BigInt(line.amount) !== BigInt(booking.amount)) {
    found.push({ of: 'amount', text: 'The amounts differ.' });
  }
  if (apartMs > nearMs) found.push({ of: 'time', text: `The times are ${apart(apartMs)} apart.` });
  if (theirs !== null && ours !== null && theirs !== ours) {
    const text = `The references differ: ${theirs} there, ${ours} here.`;
    found.push({ of: 'reference', text });
  }
  return found;
}

/** Whether it is more likely than that money is missing: of the same number within a day, or of the same minutes. */
export function isLikelyPair(line: TheirRow, booking: OurRow): boolean {
  const apartMs = apartBy(line, booking);
  return (
    apartMs <= nearMs || (apartMs <= dayMs && line.phone !== null && line.phone === booking.phone)
  );
}

/** From when it was asked for until it was booked, it is there in time. */
function apartBy(line: TheirRow, booking: OurRow): number {
  const began = booking.created_at.getTime();
  const ended = (booking.booked_at ?? booking.created_at).getTime();
  const at = line.at.getTime();
  return Math.max(began - at, at - ended, 0);
}

function apart(ms: number): string {
  const hours = Math.round(ms / 3_600_000);
  if (hours < 1) return `${Math.round(ms / 60_000)} minutes`;
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`;
  return `${Math.round(hours / 24)} days`;
}
