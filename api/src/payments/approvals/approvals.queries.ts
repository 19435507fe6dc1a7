import type { Db } from '../../db/database.ts';

export async function isAccountActive(db: Db, accountId: string): Promise<boolean> {
  const row = await db.row<{ is_active: boolean }>('select is_active from accounts where id = $1', [
    accountId,
  ]);
  return row?.is_active ?? false;
}

/** From now on the runner processes it. */
export async function releasePayout(db: Db, paymentId: string, userId: string): Promise<void> {
  await db.rows('update payments set awaits_approval = false, decided_by = $2 where id = $1', [
    paymentId,
    userId,
  ]);
  await db.rows(
    'update open_payments set ready_at = now(), next_step_at = now() where payment_id = $1',
    [paymentId],
  );
}

export async function noteDecider(db: Db, paymentId: string, userId: string): Promise<void> {
  await db.rows('update payments set decided_by = $2 where id = $1', [paymentId, userId]);
}
