import { expect, it } from 'vitest';
import { createNetworkWorld, type TheirLine } from '../../test/network-world.ts';
import { someoneWaits } from '../../test/database.ts';
import { decide, openSettlementDesk } from '../../test/settlements.ts';

const dayMs = 86_400_000;

it('cases about paid settlements lock these before any account, as everybody does', async () => {
  const world = await createNetworkWorld();
  const desk = await openSettlementDesk(world);
  const lines: TheirLine[] = [-20, -1].map((days) => ({
    reference: `C${days}`,
    phone: '',
    direction: 'out',
    amount: 1,
    at: Date.now() + days * dayMs,
    text: 'Ledger fee',
  }));
  const paid: string[] = [];
  for (const [index, amount] of [10_000, 20_000].entries()) {
    const id = await desk.asked(amount);
    await desk.batched(id);
    expect((await desk.pay(id, `FT${index}`)).status).toBe(200);
    paid.push(id);
    const line = { ...lines[0]!, reference: `FT${index}`, amount, text: '' };
    const back = { reference: `RT${index}`, direction: 'in', text: `Returned FT${index}` } as const;
    lines.push({ ...line, at: Date.now() - 3 * dayMs });
    lines.push({ ...line, ...back, at: Date.now() - 2 * dayMs });
  }
  await world.tell('BANK', lines, 1_000_000);
  const cases = (await world.get('/cases?state=open&kind=reversal')).data;
  expect(cases).toHaveLength(2);
  const asked = await world.call(world.staff, 'POST', '/Reconciliation/cases/propose', {
    caseIds: cases.map(({ id }: { id: string }) => id),
    action: 'reverse',
    note: 'Sent back',
  });
  expect(asked.status, asked.text).toBe(200);
  const { approvalId } = asked.body.meta as unknown as { approvalId: string };
  let approved: ReturnType<typeof decide> | undefined;
  await world.asOwner(async (db) => {
    await db.rows('select from settlements where id = $1 for update', [paid[1]]);
    approved = decide(world, world.second, approvalId);
    await someoneWaits(world.owner);
    // Whoever has the settlement gets its accounts.
    await db.rows('select from accounts where company_id = $1 for no key update nowait', [
      desk.companyId,
    ]);
  });
  const done = await approved;
  expect(done?.status, done?.text).toBe(200);
  for (const id of paid) expect(await desk.stateOf(id)).toBe('returned');
});
