import { formatUgx, fromHundredths } from '@sente/contract/money';
import type { Db } from '../src/db/database.ts';
import { toShortId } from '../src/db/short-id.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import type { DemoClock } from './clock.ts';
import type { DemoOnePayments } from './demo-one-payments.ts';
import { secondsAfter, type DemoPayment } from './payment-rows.ts';

type Story = 'newestSale' | 'collection' | 'refusedPayout' | 'unanswered' | 'lateSuccess';
export type StoryIds = Readonly<Record<Story, string>>;

interface DemoStep {
  /** Seconds after the request. */
  readonly after: number;
  readonly kind: 'sent' | 'asked' | 'callback' | 'settled' | 'failed' | 'review';
  readonly title: string;
  readonly isGood: boolean | null;
  readonly request?: string;
  readonly answer?: string | null;
  readonly durationMs?: number;
}

const waits = 'it waits for the person';

/** The steps that the server would have recorded. */
export async function seedStories(
  db: Db,
  payments: DemoOnePayments,
  ids: StoryIds,
  clock: DemoClock,
): Promise<void> {
  const tell = (story: Story, steps: (payment: DemoPayment, id: string) => readonly DemoStep[]) =>
    insertSteps(db, payments[story], ids[story], steps(payments[story], ids[story]), clock);
  await tell('newestSale', paidByCallback);
  await tell('collection', paidWhenAsked);
  await tell('refusedPayout', refused);
  await tell('unanswered', neverAnswered);
  await tell('lateSuccess', paidTooLate);
}

const secondsOf = ({ at, finishedAt }: DemoPayment): number =>
  ((finishedAt ?? at).getTime() - at.getTime()) / 1_000;

function credited({ amount }: DemoPayment): string {
  return `Paid: ${formatUgx(fromHundredths(amount))} credited to the account`;
}

function paidByCallback(payment: DemoPayment, id: string): DemoStep[] {
  const end = secondsOf(payment);
  return [
    mtnSent(payment, id, 1),
    { after: end - 1, kind: 'callback', title: 'MTN called back: paid', isGood: true },
    mtnAsked(id, end - 1, 'SUCCESSFUL', 'paid', true),
    { after: end, kind: 'settled', title: credited(payment), isGood: true },
  ];
}

function paidWhenAsked(payment: DemoPayment, id: string): DemoStep[] {
  const end = secondsOf(payment);
  return [
    mtnSent(payment, id, 1),
    mtnAsked(id, end / 2, 'PENDING', waits, null),
    mtnAsked(id, end - 1, 'SUCCESSFUL', 'paid', true),
    { after: end, kind: 'settled', title: credited(payment), isGood: true },
  ];
}

function refused(payment: DemoPayment, id: string): DemoStep[] {
  const reason = payment.reason?.[1] ?? '';
  const end = secondsOf(payment);
  const word = { is: `failed, ${reason}`, status: 'TF' };
  return [
    airtelCall('sent', payment, id, 1, { is: 'it has not confirmed it yet', status: 'TIP' }, null),
    airtelCall('asked', payment, id, end - 1, word, false),
    { after: end, kind: 'failed', title: `Failed: ${reason}`, isGood: false },
  ];
}

function neverAnswered(payment: DemoPayment, id: string): DemoStep[] {
  const ambiguous = { is: 'no clear answer, the network does not know yet', status: 'TA' };
  return [
    airtelCall('sent', payment, id, 1, { is: waits, status: 'TIP' }, null),
    ...[6, 21, 81, 2_600, 43_000].map((after) =>
      airtelCall('asked', payment, id, after, ambiguous, false),
    ),
    {
      after: 86_400,
      kind: 'review',
      title: 'The network gave no clear answer for too long: two people decide',
      isGood: null,
    },
  ];
}

function paidTooLate(payment: DemoPayment, id: string): DemoStep[] {
  const reason = payment.reason?.[1] ?? '';
  const end = secondsOf(payment);
  const late = end + 5 * 3_600;
  return [
    mtnSent(payment, id, 1),
    mtnAsked(id, 66, 'PENDING', waits, null),
    mtnAsked(id, end - 1, 'FAILED', `failed, ${reason}`, false),
    { after: end, kind: 'failed', title: `Failed: ${reason}`, isGood: false },
    { after: late, kind: 'callback', title: 'MTN called back: paid', isGood: true },
    mtnAsked(id, late, 'SUCCESSFUL', 'paid', true),
    {
      after: late,
      kind: 'review',
      title: 'The network says it was paid after all: two people decide',
      isGood: null,
    },
  ];
}

function mtnSent({ amount, phoneNumber }: DemoPayment, id: string, after: number): DemoStep {
  const body = {
    amount: String(fromHundredths(amount)),
    currency: 'UGX',
    externalId: toShortId(id),
    payer: { partyIdType: 'MSISDN', partyId: phoneNumber },
  };
  return {
    after,
    kind: 'sent',
    title: `Sent to MTN: ${waits}`,
    isGood: null,
    request: `POST /collection/v1_0/requesttopay\nX-Reference-Id: ${id}\n\n${JSON.stringify(body, null, 2)}`,
    answer: '202',
    durationMs: 412,
  };
}

function mtnAsked(
  id: string,
  after: number,
  status: string,
  word: string,
  isGood: boolean | null,
): DemoStep {
  return {
    after,
    kind: 'asked',
    title: `Asked MTN: ${word}`,
    isGood,
    request: `GET /collection/v1_0/requesttopay/${id}`,
    answer: `200\n\n${JSON.stringify({ status }, null, 2)}`,
    durationMs: 180,
  };
}

function airtelCall(
  kind: 'sent' | 'asked',
  { direction }: DemoPayment,
  id: string,
  after: number,
  word: { readonly is: string; readonly status: string },
  isGood: boolean | null,
): DemoStep {
  const path = direction === 'payout' ? '/standard/v2/disbursements' : '/standard/v1/payments';
  const call = kind === 'sent' ? `POST ${path}/` : `GET ${path}/${toShortId(id)}`;
  const body = { data: { transaction: { status: word.status } }, status: { success: true } };
  return {
    after,
    kind,
    title: `${kind === 'sent' ? 'Sent to' : 'Asked'} AIRTEL: ${word.is}`,
    isGood,
    request: call,
    answer: `200\n\n${JSON.stringify(body, null, 2)}`,
    durationMs: 655,
  };
}

async function insertSteps(
  db: Db,
  payment: DemoPayment,
  paymentId: string,
  steps: readonly DemoStep[],
  clock: DemoClock,
): Promise<void> {
  for (const step of steps) {
    const at = Math.min(secondsAfter(payment.at, step.after).getTime(), clock.now.getTime());
    await db.rows(
      `insert into payment_steps
         (company_id, payment_id, at, kind, title, is_good, request, answer, duration_ms)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        payment.companyId,
        paymentId,
        new Date(at),
        step.kind,
        step.title,
        step.isGood,
        step.request ?? null,
        step.answer ?? null,
        step.durationMs ?? null,
      ],
    );
  }
}

/** The payments on the staff's review list. */
export async function seedReviews(
  db: Db,
  { unanswered, lateSuccess }: DemoOnePayments,
  ids: StoryIds,
): Promise<void> {
  const insert = `insert into payment_reviews
      (id, company_id, payment_id, kind, network_amount, network_reference, opened_at)
    values ($1, $2, $3, $4, $5, $6, $7)`;
  await db.rows(insert, [
    uuidV7(),
    unanswered.companyId,
    ids.unanswered,
    'unanswered',
    null,
    null,
    secondsAfter(unanswered.at, 86_400),
  ]);
  await db.rows(insert, [
    uuidV7(),
    lateSuccess.companyId,
    ids.lateSuccess,
    'late_success',
    lateSuccess.amount,
    '501215870',
    secondsAfter(lateSuccess.at, secondsOf(lateSuccess) + 5 * 3_600),
  ]);
}
