import type { Db } from '../src/db/database.ts';
import type { SeededAccount } from './accounts.ts';
import { createChance } from './chance.ts';
import type { DemoClock } from './clock.ts';
import { demoOnePayments } from './demo-one-payments.ts';
import { paymentOf, readPhoneMovements } from './ledger-payments.ts';
import { insertNetworkSteps } from './network-steps.ts';
import { insertPayments } from './payment-rows.ts';
import { seedReviews, seedStories } from './payment-stories.ts';
import type { SeededProduct } from './products.ts';

interface PaymentsContext {
  readonly accounts: ReadonlyMap<string, SeededAccount>;
  /** Demo One's payments. */
  readonly products: ReadonlyMap<string, SeededProduct>;
  readonly clock: DemoClock;
}

const toldDays = 30;

/** The requests behind mobile-money transactions, and the imported ones of Demo One. */
export async function seedPayments(
  db: Db,
  { accounts, products, clock }: PaymentsContext,
): Promise<void> {
  const sales = accounts.get('one-sales');
  if (!sales) throw new Error('Demo One has no account for sales');
  const chance = createChance(120);
  const movements = await readPhoneMovements(db);
  const isDemoOnes = (movement: { company_id: string }) => movement.company_id === sales.companyId;
  const since = clock.on(toldDays, 0);
  const others = movements.filter((one) => !isDemoOnes(one) && one.created_at >= since);
  const behind = others.flatMap((movement) => paymentOf(movement, chance) ?? []);
  await insertNetworkSteps(db, behind, await insertPayments(db, behind));

  const demoOne = demoOnePayments({
    companyId: sales.companyId,
    accountId: sales.id,
    products,
    movements: movements.filter(isDemoOnes),
    clock,
    chance: createChance(121),
  });
  const { others: plain, ...told } = demoOne;
  await insertNetworkSteps(db, plain, await insertPayments(db, plain));
  const stories = Object.entries(told);
  const ids = await insertPayments(
    db,
    stories.map(([, payment]) => payment),
  );
  const idOf = (story: string): string => ids[stories.findIndex(([name]) => name === story)] ?? '';
  const storyIds = {
    newestSale: idOf('newestSale'),
    collection: idOf('collection'),
    refusedPayout: idOf('refusedPayout'),
    unanswered: idOf('unanswered'),
    lateSuccess: idOf('lateSuccess'),
  };
  await seedStories(db, demoOne, storyIds, clock);
  await seedReviews(db, demoOne, storyIds);
}
