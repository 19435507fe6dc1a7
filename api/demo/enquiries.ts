import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import type { DemoClock } from './clock.ts';

interface Written {
  readonly name: string;
  readonly email: string;
  readonly message: string;
  readonly at: Date;
  readonly answer?: { readonly at: Date; readonly by: string; readonly note: string | null };
}

/** What visitors of the public site wrote: two are new, two were answered. Nobody is told of them any more. */
export async function seedEnquiries(db: Db, clock: DemoClock): Promise<void> {
  for (const { name, email, message, at, answer } of written(clock)) {
    await db.rows(
      `insert into enquiries (id, name, email, message, received_at, told_at, answered_at, answered_by, note)
       select $1, $2, $3, $4, $5, $5, $6, (select id from users where email = $7), $8`,
      [
        uuidV7(at.getTime()),
        name,
        email,
        message,
        at,
        answer?.at ?? null,
        answer?.by ?? null,
        answer?.note ?? null,
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
      name: 'Henry Lubega',
      email: 'henry@lubega-hardware.test',
      message: 'Please call me back about an account for our two shops.',
      at: clock.on(19, 0.5),
      answer: { at: clock.on(18, 0.3), by: 'superadmin@sente.test', note: null },
    },
  ];
}
