import type { ExaminationCheck } from '@sente/contract/examinations';
import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { waitingChecks } from '../src/examinations/examiner.ts';

type Verdict = Pick<ExaminationCheck, 'outcome' | 'cameBack' | 'toDo'>;

const passed = (cameBack: string): Verdict => ({ outcome: 'passed', cameBack, toDo: null });

/** What failed in the first of the two. */
const weaknesses: Readonly<Record<string, Verdict>> = {
  'wrong-signature': {
    outcome: 'failed',
    cameBack: '200 after 41 ms',
    toDo: 'Verify every message with the secret of the webhook before you read it (verifyWebhook of the clients does), and answer 400 or 401 if it does not match. Anybody who knows the address can send this.',
  },
  'old-timestamp': {
    outcome: 'failed',
    cameBack: '200 after 38 ms',
    toDo: 'Refuse messages whose webhook-timestamp differs from your clock by more than five minutes, and keep the clock of your server right.',
  },
  doubled: {
    outcome: 'failed',
    cameBack: '200 after 45 ms, 500 after 52 ms, 500 after 31 ms',
    toDo: 'Keep the webhook-id of each event that you have dealt with, in a column that is unique, and answer 2xx without doing anything the next time.',
  },
};

/** Those of Demo One, in the test world: the first failed, the second passed. */
export async function seedExaminations(db: Db, companyId: string, name: string): Promise<void> {
  if (name !== 'Demo One') return;
  const url = 'https://shop.demo-one.example/webhooks/sente';
  await insert(db, companyId, url, 3, (check) => weaknesses[check.name] ?? well(check));
  await insert(db, companyId, url, 1, well);
}

function well({ name, part }: ExaminationCheck): Verdict {
  if (part === 'orders') {
    return name === 'order-answer-lost'
      ? passed('It came again with the same idempotency key.')
      : {
          outcome: 'not-seen',
          cameBack: 'No order came that could be disturbed in this way.',
          toDo: 'Let your system make three orders with a test key while an examination runs, each with another reference.',
        };
  }
  const isRefused = ['wrong-signature', 'changed-body', 'no-signature', 'old-timestamp'];
  if (name === 'in-time') {
    return passed(
      'The slowest answer took 118 ms; five seconds are good, after 15 an event counts as not delivered.',
    );
  }
  return passed(isRefused.includes(name) ? '401 after 12 ms' : '204 after 44 ms');
}

async function insert(
  db: Db,
  companyId: string,
  url: string,
  daysAgo: number,
  verdictOf: (check: ExaminationCheck) => Verdict,
): Promise<void> {
  const checks = waitingChecks('webhook', true).map((check) => ({ ...check, ...verdictOf(check) }));
  const isPassed = checks.every(({ outcome }) => outcome !== 'failed');
  await db.rows(
    `insert into examinations (id, company_id, webhook_id, url, started_by, started_at, orders_until,
       finished_at, is_passed, checks)
     select $1, $2, $3, $4, (select id from users where company_id = $2 order by created_at, id limit 1),
       t.at, t.at + interval '3 minutes', t.at + interval '3 minutes', $6, $7
     from (select now() - make_interval(days => $5) as at) t`,
    [uuidV7(), companyId, uuidV7(), url, daysAgo, isPassed, JSON.stringify(checks)],
  );
}
