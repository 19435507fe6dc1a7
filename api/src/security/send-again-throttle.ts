import type { Db } from '../db/database.ts';
import { take } from './throttle.ts';

/** Events that a company's people send once more, one by one or many together: the provider's server sends them. */
export async function takeSendAgain(db: Db, companyId: string, how = 'one'): Promise<void> {
  const budget = how === 'many' ? { atOnce: 5, everySeconds: 60 } : { atOnce: 60, everySeconds: 1 };
  await take(
    db,
    [{ key: `send-again:${how}:${companyId}`, ...budget }],
    'Too many events sent again',
  );
}
