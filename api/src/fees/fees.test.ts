import { timeWords } from '@sente/contract/kampala';
import { feeOf, type FeeRule, type FeeSchedule } from '@sente/contract/fees';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestAnswer, type TestApp } from '../../test/app.ts';
import { createCompany } from '../../test/factories.ts';

const unknownId = '00000000-0000-7000-8000-00000000dead';
const hourMs = 3_600_000;

let test: TestApp;
let staff: TestActor;
let companyId: string;

beforeAll(async () => {
  test = await createTestApp();
  staff = await createStaff(test.owner);
});
beforeEach(async () => {
  companyId = await createCompany(test.owner);
});

const percent: FeeRule = { kind: 'percent', percent: 1.5, minimum: 100, maximum: 20_000 };
const banded: FeeRule = {
  kind: 'banded',
  bands: [
    { upTo: 5_000, fee: 100 },
    { upTo: 50_000, fee: 500 },
    { upTo: null, fee: 1_000 },
  ],
};
const add = (body: object, of = companyId, as = staff) =>
  test.call(as, 'POST', `/Company/${of}/fees`, { direction: 'collection', rule: percent, ...body });
const list = async (as = staff, of = companyId): Promise<FeeSchedule[]> =>
  (await test.call(as, 'GET', `/Company/${of}/fees`)).body.data;
const remove = (feeId: string, of = companyId) =>
  test.call(staff, 'DELETE', `/Company/${of}/fees/${feeId}`);
/** Approved by another person, if it had to wait. */
const withTwo = async (answer: TestAnswer): Promise<TestAnswer> => {
  const id = (answer.body.meta as { approvalId: string | null } | undefined)?.approvalId;
  if (!id) return answer;
  const second = await createStaff(test.owner);
  const { askedAt } = (await test.call(second, 'GET', `/Approvals/${id}`)).body.data;
  return test.call(second, 'POST', `/Approvals/${id}/approve`, { askedAt });
};
const history = () =>
  test.owner.rows<{ action: string; details: Record<string, unknown> }>(
    `select action, details from audit_log
     where subject_type = 'companies' and subject_id = $1 order by id`,
    [companyId],
  );
const charged = async (
  direction: string,
  amount: bigint,
  at = new Date(Date.now() + 1000),
): Promise<bigint> => {
  const row = await test.owner.row<{ fee: string }>('select fee_of($1, $2, $3, $4) as fee', [
    companyId,
    direction,
    amount,
    at,
  ]);
  return BigInt(row?.fee ?? -1);
};

describe('setting a fee', () => {
  it('applies from now on to its direction only and is recorded in the history', async () => {
    expect(await list()).toEqual([]);
    expect(await charged('collection', 1_000_000n)).toBe(0n);
    const answer = await add({});
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      direction: 'collection',
      rule: percent,
      isCurrent: true,
      createdBy: 'Test Person',
    });
    expect(await list()).toEqual([answer.body.data]);
    expect(await charged('collection', 1_000_000n)).toBe(15_000n);
    expect(await charged('payout', 1_000_000n)).toBe(0n);
    expect(await history()).toEqual([
      {
        action: 'fees.add',
        details: {
          direction: 'collection',
          fee: '1.5%, at least UGX 100, at most UGX 20,000',
          effectiveFrom: expect.stringMatching(/^[A-Z][a-z]+ \d\d, \d{4} at \d{1,2}:\d\d [AP]M$/),
        },
      },
    ]);
  });

  it('accepts bands and returns what was set', async () => {
    const answer = await add({ direction: 'payout', rule: banded });
    expect(answer.body.data.rule).toEqual(banded);
    expect(await charged('payout', 500_000n)).toBe(10_000n);
    expect(await charged('payout', 500_001n)).toBe(50_000n);
    expect(await charged('payout', 5_000_001n)).toBe(100_000n);
  });

  it('a future fee waits for its day while the previous one applies', async () => {
    await add({});
    const effectiveFrom = new Date(Date.now() + hourMs).toISOString();
    await withTwo(await add({ rule: banded, effectiveFrom }));
    const [first, second] = await list();
    expect(first).toMatchObject({ isCurrent: false, effectiveFrom });
    expect([first?.isCurrent, second?.isCurrent]).toEqual([false, true]);
    expect(await charged('collection', 1_000_000n)).toBe(15_000n);
    const then = new Date(effectiveFrom);
    expect(await charged('collection', 1_000_000n, new Date(then.getTime() - 1))).toBe(15_000n);
    expect(await charged('collection', 1_000_000n, then)).toBe(50_000n);
  });

  it('accepts a moment just past as now and refuses an earlier one', async () => {
    const just = await add({ effectiveFrom: new Date(Date.now() - 30_000).toISOString() });
    expect(just.status).toBe(200);
    expect(Date.parse(just.body.data.effectiveFrom)).toBeGreaterThan(Date.now() - 25_000);
    const past = await add({ effectiveFrom: new Date(Date.now() - 90_000).toISOString() });
    expect(past.status).toBe(400);
    expect(past.body.fields).toEqual({ effectiveFrom: 'Must not be in the past' });
  });

  it('a direction has one fee per start time', async () => {
    const effectiveFrom = new Date(Date.now() + hourMs).toISOString();
    const answers = await Promise.all([add({ effectiveFrom }), add({ effectiveFrom })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused?.body).toMatchObject({
      code: 'already_in_use',
      fields: { effectiveFrom: 'Another fee of this direction begins at this moment' },
    });
    expect((await add({ direction: 'payout', effectiveFrom })).status).toBe(200);
  });

  it.each<[string, object, string, string]>([
    ['a percentage below 0', { ...percent, percent: -1 }, 'rule.percent', 'Must not be negative'],
    ['more than half', { ...percent, percent: 50.01 }, 'rule.percent', 'Must be at most 50'],
    [
      'three decimals',
      { ...percent, percent: 1.234 },
      'rule.percent',
      'Must have at most two decimals',
    ],
    [
      'a maximum below the minimum',
      { ...percent, maximum: 99 },
      'rule.maximum',
      'Must not be below the minimum',
    ],
    ['cents', { ...percent, minimum: 0.5 }, 'rule.minimum', 'Must be whole shillings'],
    ['no band', { kind: 'banded', bands: [] }, 'rule.bands', 'At least one band is required'],
    [
      'a last band with an end',
      { kind: 'banded', bands: [{ upTo: 5, fee: 1 }] },
      'rule.bands.0.upTo',
      'The last band has no upper end',
    ],
    [
      'an open band before the last',
      {
        kind: 'banded',
        bands: [
          { upTo: null, fee: 1 },
          { upTo: null, fee: 2 },
        ],
      },
      'rule.bands.0.upTo',
      'Must be an amount of UGX',
    ],
    [
      'ends that do not rise',
      {
        kind: 'banded',
        bands: [
          { upTo: 5, fee: 1 },
          { upTo: 5, fee: 2 },
          { upTo: null, fee: 3 },
        ],
      },
      'rule.bands.1.upTo',
      'Must be above the band before',
    ],
    [
      'a first band that nothing is in',
      {
        kind: 'banded',
        bands: [
          { upTo: 0, fee: 1 },
          { upTo: null, fee: 3 },
        ],
      },
      'rule.bands.0.upTo',
      'Must be above the band before',
    ],
  ])('refuses %s and names the field', async (_what, rule, field, message) => {
    const answer = await add({ rule });
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual({ [field]: message });
    expect(await list()).toEqual([]);
  });

  it('only staff can set fees; a company reads its own', async () => {
    const member = await createMember(test.owner, { companyId });
    await add({});
    expect((await add({}, companyId, member)).status).toBe(403);
    const seen = await list(member);
    expect(seen).toHaveLength(1);
    // The company does not see which staff member set the fee.
    expect(seen[0]?.createdBy).toBeNull();
    const other = await createCompany(test.owner);
    expect((await test.call(member, 'GET', `/Company/${other}/fees`)).status).toBe(404);
  });

  it('answers 404 for an unknown or archived company', async () => {
    expect((await add({}, unknownId)).status).toBe(404);
    await test.owner.rows('update companies set archived_at = now() where id = $1', [companyId]);
    expect((await add({})).body.message).toBe('Company not found');
    expect((await test.call(staff, 'GET', `/Company/${companyId}/fees`)).status).toBe(404);
  });
});

describe('a fee that lowers what the provider earns', () => {
  const flat = (fee: number): FeeRule => ({ kind: 'banded', bands: [{ upTo: null, fee }] });

  it('waits for a second person, while a higher one applies at once', async () => {
    expect((await add({ rule: flat(500) })).body.meta).toEqual({ approvalId: null });
    expect((await add({ rule: flat(700) })).body.meta).toEqual({ approvalId: null });
    const lower = await add({ rule: flat(600) });
    expect([lower.status, lower.body.data]).toEqual([200, null]);
    const { approvalId } = lower.body.meta as { approvalId: string };
    expect(await charged('collection', 1_000_000n)).toBe(70_000n);
    const seen = (await test.call(staff, 'GET', `/Approvals/${approvalId}`)).body.data;
    expect(seen).toMatchObject({
      kind: 'fee',
      sentence:
        'Set the fee on collections to UGX 600 each from the approval on. Until then: UGX 700 each.',
      isOwn: true,
      canApprove: false,
    });
    const again = await add({ rule: flat(1) });
    expect(again.body.message).toBe('A fee of this direction waits for a second person already');
    expect((await withTwo(lower)).body.data).toMatchObject({ state: 'approved', outcome: 'done' });
    expect(await charged('collection', 1_000_000n)).toBe(60_000n);
  });

  it('says until when it applies if another one is planned', async () => {
    await add({ rule: flat(500) });
    const at = new Date(Date.now() + 48 * hourMs);
    await add({ rule: flat(900), effectiveFrom: at.toISOString() });
    const sentence = async (answer: { body: { meta: unknown } }) => {
      const { approvalId } = answer.body.meta as { approvalId: string };
      return (await test.call(staff, 'GET', `/Approvals/${approvalId}`)).body.data.sentence;
    };
    const until = `until ${timeWords(at)}, when UGX 900 each begins as planned`;
    expect(await sentence(await add({ rule: flat(400) }))).toBe(
      `Set the fee on collections to UGX 400 each from the approval ${until}. Before that: UGX 500 each.`,
    );
  });

  it.each<[string, FeeRule, FeeRule, boolean]>([
    ['a lower percentage', percent, { ...percent, percent: 1 } as FeeRule, true],
    ['a lower maximum', percent, { ...percent, maximum: 19_999 } as FeeRule, true],
    ['no minimum', percent, { ...percent, minimum: null } as FeeRule, true],
    ['a lower band between higher ones', flat(700), banded, true],
    ['the same', percent, percent, false],
    ['a higher percentage', percent, { ...percent, percent: 2 } as FeeRule, false],
  ])('is found for any amount: %s', async (_, before, after, waits) => {
    await add({ rule: before });
    const { body } = await add({ rule: after });
    expect((body.meta as { approvalId: string | null }).approvalId !== null).toBe(waits);
  });
});

describe('withdrawing a fee', () => {
  it('is possible until the fee begins', async () => {
    const effectiveFrom = new Date(Date.now() + hourMs).toISOString();
    const { id } = (await add({ effectiveFrom })).body.data;
    expect((await withTwo(await remove(id))).status).toBe(200);
    expect(await list()).toEqual([]);
    expect((await history()).map(({ action }) => action)).toEqual([
      'fees.add',
      'approvals.ask',
      'fees.remove',
      'approvals.approve',
    ]);
    expect((await remove(id)).body).toMatchObject({ code: 'not_found', message: 'Fee not found' });
  });

  it('is refused once the fee has begun, even when another replaced it', async () => {
    const { id } = (await add({})).body.data;
    await withTwo(await add({ rule: banded }));
    const answer = await remove(id);
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      code: 'refused',
      message: 'This fee has begun and stays in the history. Set a new one instead.',
    });
    expect(await list()).toHaveLength(2);
  });

  it("cannot withdraw another company's fee", async () => {
    const effectiveFrom = new Date(Date.now() + hourMs).toISOString();
    const { id } = (await add({ effectiveFrom })).body.data;
    expect((await remove(id, await createCompany(test.owner))).status).toBe(404);
    expect(await list()).toHaveLength(1);
  });
});

/** Exact, and derived from the description of the rule rather than from the database function. */
function modelFee(rule: FeeRule, amount: bigint): bigint {
  if (rule.kind === 'banded') {
    for (const { upTo, fee } of rule.bands) {
      if (upTo === null || amount <= BigInt(upTo) * 100n) return BigInt(fee) * 100n;
    }
  } else {
    // In units small enough to avoid rounding; a shilling is a million of them.
    const exact = amount * BigInt(Math.round(rule.percent * 100));
    const rest = exact % 1_000_000n;
    const shillings = exact / 1_000_000n + (rest >= 500_000n ? 1n : 0n);
    let fee = shillings * 100n;
    if (rule.minimum !== null && fee < BigInt(rule.minimum) * 100n)
      fee = BigInt(rule.minimum) * 100n;
    if (rule.maximum !== null && fee > BigInt(rule.maximum) * 100n)
      fee = BigInt(rule.maximum) * 100n;
    return fee;
  }
  throw new Error('The last band is open');
}

const shillings = fc.integer({ min: 0, max: 2_000_000 });
const anyRule: fc.Arbitrary<FeeRule> = fc.oneof(
  fc
    .record({
      hundredths: fc.integer({ min: 0, max: 5_000 }),
      minimum: fc.option(fc.integer({ min: 0, max: 5_000 })),
      more: fc.option(shillings),
    })
    .map(({ hundredths, minimum, more }) => ({
      kind: 'percent' as const,
      percent: hundredths / 100,
      minimum,
      maximum: more === null ? null : (minimum ?? 0) + more,
    })),
  fc
    .record({
      ends: fc.uniqueArray(fc.integer({ min: 1, max: 2_000_000 }), { maxLength: 6 }),
      fees: fc.array(shillings, { minLength: 7, maxLength: 7 }),
    })
    .map(({ ends, fees }) => ({
      kind: 'banded' as const,
      bands: [...ends.sort((a, b) => a - b), null].map((upTo, n) => ({ upTo, fee: fees[n] ?? 0 })),
    })),
);

it('charges exactly the amount of the rule, to the shilling', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      anyRule,
      fc.array(fc.bigInt({ min: 1n, max: 999_999_999_999_999n }), { minLength: 5, maxLength: 5 }),
      fc.array(fc.bigInt({ min: 1n, max: 200_000_000n }), { minLength: 20, maxLength: 20 }),
      async (rule, large, usual) => {
        companyId = await createCompany(test.owner);
        expect((await add({ rule })).status).toBe(200);
        const edges =
          rule.kind === 'banded'
            ? rule.bands.flatMap(({ upTo }) =>
                upTo === null ? [] : [BigInt(upTo) * 100n, BigInt(upTo) * 100n + 1n],
              )
            : // Exactly half a shilling, just below and just above.
              [0n, 1n, 2n].map(
                (off) => 500_000n / BigInt(Math.round(rule.percent * 100) || 1) + off,
              );
        const amounts = [...edges, ...large, ...usual].filter((amount) => amount > 0n);
        const rows = await test.owner.rows<{ fee: string }>(
          `select fee_of($1, 'collection', amount, now() + interval '1 second') as fee
           from unnest($2::bigint[]) with ordinality as given(amount, number) order by number`,
          [companyId, amounts],
        );
        for (const [n, amount] of amounts.entries()) {
          const at = `${JSON.stringify(rule)} of ${amount}`;
          const fee = BigInt(rows[n]?.fee ?? -1);
          expect(fee, at).toBe(modelFee(rule, amount));
          // The form's preview shows the same fee.
          expect(feeOf(rule, Number(amount) / 100), at).toBe(Number(fee) / 100);
        }
      },
    ),
    { numRuns: 200 },
  );
});
