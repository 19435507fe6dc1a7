import type { Logger } from 'pino';
import { plainArray } from '../../db/array-literal.ts';
import type { Database, Db } from '../../db/database.ts';
import { engineScope } from '../../db/scope.ts';
import type { Advance } from './advance.ts';

/**
 * Renews the claim on a payment for as long as its step takes. Leases are short, so that a killed
 * server's payments go on soon, but a call may take longer. If the database is away, the claims end:
 * another server then asks before it sends.
 */
export function keepingClaims(
  advance: Advance,
  { database, logger }: { readonly database: Database; readonly logger: Logger },
  leaseMs: number,
): Advance {
  const held = new Map<symbol, { readonly paymentId: string; readonly since: number }>();
  let timer: NodeJS.Timeout | undefined;

  const renew = async (): Promise<void> => {
    // Quick calls need no renewal.
    const before = performance.now() - leaseMs / 4;
    const long = [...held.values()].filter(({ since }) => since < before);
    if (long.length === 0) return;
    const ids = long.map(({ paymentId }) => paymentId);
    await database
      .within(engineScope, (db) => renewClaims(db, ids, leaseMs))
      .catch((error: unknown) => logger.warn({ err: error }, 'claims could not be renewed'));
  };

  return async (payment) => {
    const claim = Symbol('claim');
    held.set(claim, { paymentId: payment.id, since: performance.now() });
    timer ??= setInterval(() => void renew(), leaseMs / 3).unref();
    try {
      await advance(payment);
    } finally {
      held.delete(claim);
      if (held.size === 0) {
        clearInterval(timer);
        timer = undefined;
      }
    }
  };
}

/** Never shortens a claim, nor the time until a payment is asked about again. */
async function renewClaims(db: Db, ids: readonly string[], leaseMs: number): Promise<void> {
  await db.rows(
    `update open_payments set next_step_at = now() + $2 * interval '1 millisecond'
     where payment_id = any($1::uuid[]) and next_step_at < now() + $2 * interval '1 millisecond'`,
    [plainArray(ids.toSorted()), leaseMs],
  );
}
