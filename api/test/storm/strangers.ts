import { toShortId } from '../../src/db/short-id.ts';
import { uuidV7 } from '../../src/db/uuid.ts';
import type { Db } from '../../src/db/database.ts';
import type { Draws } from './draws.ts';
import type { Servers } from './engines.ts';
import type { Wire } from './wires.ts';

/** Genuine callbacks about payments that nobody ordered here. What a server has accepted is not lost. */
export interface Strangers {
  nextEvent(): number | null;
  tellUntil(now: number, callBack: Servers['callBack']): Promise<void>;
  findFaults(owner: Db): Promise<string[]>;
}

const minute = 60_000;

/** Only of a network whose proof does not depend on an order. */
export function createStrangers(draws: Draws, wire: Wire): Strangers {
  let waiting = Array.from({ length: draws.whole(0, 3, 'strangers') }, (_, number) => ({
    at: draws.whole(1, 600, 'stranger', number) * minute,
    paymentId: uuidV7(),
  }));
  const accepted: string[] = [];
  return {
    nextEvent: () =>
      waiting.length === 0
        ? null
        : waiting.reduce((least, { at }) => Math.min(least, at), Infinity),
    async tellUntil(now, callBack) {
      const due = waiting.filter(({ at }) => at <= now);
      waiting = waiting.filter(({ at }) => at > now);
      for (const { paymentId } of due) {
        const known = {
          paymentId,
          direction: 'collection',
          state: 'paid',
          amount: 5_000_00n,
          currency: 'UGX',
          code: '',
        } as const;
        const answer = await callBack(wire.network, wire.callback(known, null));
        if (answer === 'accepted') accepted.push(toShortId(paymentId));
      }
    },
    async findFaults(owner) {
      const rows = await owner.rows<{ reference: string }>(
        'select reference from network_notices where reference = any($1) and is_proven',
        [accepted],
      );
      const kept = new Set(rows.map(({ reference }) => reference));
      const lost = accepted.filter((reference) => !kept.has(reference));
      return lost.map((reference) => `the message about the unknown payment ${reference} is lost`);
    },
  };
}
