import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import type { DemoClock } from './clock.ts';

interface Written {
  readonly name: string;
  readonly email: string;
  readonly message: string;
  /** Of whom asked in the client portal; without it a visitor of the public site. */
  readonly company?: string;
  readonly at: Date;
  readonly answer?: {
    readonly at: Date;
    readonly by: string;
    readonly note: string | null;
    readonly text?: string;
  };
}

/**
 * What visitors of the public site wrote, two of it new, and what a company asked and was answered. Nobody is told of it
 * any more.
 */
export async function seedEnquiries(db: Db, clock: DemoClock): Promise<void> {
  for (const { name, email, message, company, at, answer } of written(clock)) {
    await db.rows(
      `insert into enquiries (id, name, email, message, received_at, told_at, answered_at, answered_by, note, answer, company_id)
       select $1, $2, $3, $4, $5, $5, $6, (select id from users where email = $7), $8, $9,
         (select id from companies where name = $10)`,
      [
        uuidV7(at.getTime()),
        name,
        email,
        message,
        at,
        answer?.at ?? null,
        answer?.by ?? null,
        answer?.note ?? null,
        answer?.text ?? null,
        company ?? null,
      ],
    );
  }
}

function written(clock: DemoClock): readonly Written[] {
  return [
    {
      name: 'Annet Kyomuhendo',
      email: 'annet@lakeview-lodge.test',
      message:
        'We run a lodge in Entebbe and want guests to pay for internet with mobile money.\n\nCan we keep our own voucher codes?',
      at: clock.minutesAgo(95),
    },
    {
      name: 'Moses Wandera',
      email: 'moses.wandera@mbale-schools.test',
      message:
        'Three schools would collect fees through you, about 900 payments each term. What would that cost?',
      at: clock.on(2, 0.4),
    },
    {
      name: 'Patricia Akello',
      email: 'patricia@gulu-fresh.test',
      message: 'Do payouts also reach Airtel numbers?',
      at: clock.on(6, 0.7),
      answer: {
        at: clock.on(5, 0.2),
        by: 'admin@sente.test',
        note: 'Yes, sent her the price list.',
      },
    },
    {
      name: 'Joseph Ssali',
      email: 'owner@demo-one.test',
      company: 'Demo One',
      message:
        'Payouts up to UGX 80,000,000 a day in December, please: we pay our agents their bonus.',
      at: clock.on(9, 0.4),
      answer: {
        at: clock.on(8, 0.3),
        by: 'finance@sente.test',
        note: null,
        text: 'Gladly. We raise it to UGX 80,000,000 on December 1 and back on January 1.',
      },
    },
    {
      name: 'Henry Lubega',
      email: 'henry@lubega-hardware.test',
      message: 'Please call me back about an account for our two shops.',
      at: clock.on(19, 0.5),
      answer: { at: clock.on(18, 0.3), by: 'superadmin@sente.test', note: null },
    },
  ];
}
