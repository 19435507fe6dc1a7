import type { ExaminationCheck } from '@sente/contract/examinations';
import { uuidV7 } from '../db/uuid.ts';
import type { PaymentEventType } from '../webhooks/outbox.ts';
import type { ExaminedEvent } from '../webhooks/examined-events.ts';
import type { Heard, Shoot } from '../webhooks/examining-sender.ts';

type Verdict = Pick<ExaminationCheck, 'outcome' | 'cameBack' | 'toDo'>;

export interface Tools {
  readonly shoot: Shoot;
  /** A new event about the payment of the examination. */
  readonly write: (type: PaymentEventType, ageDays?: number) => Promise<ExaminedEvent>;
  /** What came back from all that had to be accepted. */
  readonly accepted: Heard[];
}

interface WebhookCheck {
  readonly name: string;
  readonly title: string;
  readonly sent: string;
  readonly run: (tools: Tools) => Promise<Verdict>;
}

/** Answers slower than this risk the limit of 15 seconds on a bad day. */
const soonMs = 5_000;

export function isOk({ statusCode }: Heard): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300;
}

function isRefusal({ statusCode }: Heard): boolean {
  // 410 ends the delivery of the true event of the same id.
  return statusCode !== null && statusCode >= 400 && statusCode < 500 && statusCode !== 410;
}

function said({ statusCode, error, durationMs }: Heard): string {
  return statusCode === null ? (error ?? 'No answer') : `${statusCode} after ${durationMs} ms`;
}

const mustAccept = async (
  tools: Tools,
  heard: readonly Heard[],
  toDo: string,
): Promise<Verdict> => {
  tools.accepted.push(...heard);
  const cameBack = heard.map(said).join(', ');
  return heard.every(isOk)
    ? { outcome: 'passed', cameBack, toDo: null }
    : { outcome: 'failed', cameBack, toDo };
};

const mustRefuse = (heard: readonly Heard[], toDo: string): Verdict => {
  const cameBack = heard.map(said).join(', ');
  if (heard.every(isRefusal)) return { outcome: 'passed', cameBack, toDo: null };
  return { outcome: 'failed', cameBack, toDo };
};

const verifyFirst =
  'Verify every message with the secret of the webhook before you read it (verifyWebhook of the clients does), and answer 400 or 401 if it does not match. Anybody who knows the address can send this.';

/** A message that nobody of ours wrote: it says that much was paid. */
const forged = (signature: 'of another secret' | 'of another body' | 'none') => ({
  id: uuidV7(),
  body: JSON.stringify({
    type: 'payment.succeeded',
    timestamp: new Date().toISOString(),
    mode: 'test',
    data: { transactionId: 'forged', status: 'SUCCESS', amount: 1_000_000, reference: 'forged' },
  }),
  signature,
});

export const webhookChecks: readonly WebhookCheck[] = [
  {
    name: 'accepted',
    title: 'An event is accepted',
    sent: 'One payment.succeeded, signed as always.',
    run: async (tools) => {
      const { id, body } = await tools.write('payment.succeeded');
      const heard = [await tools.shoot({ id, body, signature: 'right' })];
      return mustAccept(tools, heard, 'Answer every event that you can verify with 2xx.');
    },
  },
  {
    name: 'doubled',
    title: 'The same event twice is accepted twice',
    sent: 'One payment.succeeded twice at the same moment, and once more after that.',
    run: async (tools) => {
      const shot = { ...(await tools.write('payment.succeeded')), signature: 'right' as const };
      const heard = await Promise.all([tools.shoot(shot), tools.shoot(shot)]);
      heard.push(await tools.shoot(shot));
      return mustAccept(
        tools,
        heard,
        'Keep the webhook-id of each event that you have dealt with, in a column that is unique, and answer 2xx without doing anything the next time.',
      );
    },
  },
  {
    name: 'reordered',
    title: 'Events in the wrong order are accepted',
    sent: 'payment.failed and the payment.succeeded that follows it, the later one first.',
    run: async (tools) => {
      const first = await tools.write('payment.failed');
      const second = await tools.write('payment.succeeded');
      const heard = [
        await tools.shoot({ ...second, signature: 'right' }),
        await tools.shoot({ ...first, signature: 'right' }),
      ];
      return mustAccept(
        tools,
        heard,
        'Compare the sequence of an event with the last one that you applied to the payment, keep the newer state, and answer 2xx to the older one.',
      );
    },
  },
  {
    name: 'late',
    title: 'An event that is three days late is accepted',
    sent: 'payment.succeeded of three days ago, signed now, as after a long outage.',
    run: async (tools) => {
      const event = await tools.write('payment.succeeded', 3);
      const heard = [await tools.shoot({ ...event, signature: 'right' })];
      return mustAccept(
        tools,
        heard,
        'Judge the age of a message by its webhook-timestamp, which is that of the attempt, and not by the timestamp of the event.',
      );
    },
  },
  {
    name: 'two-signatures',
    title: 'One right signature of two is enough',
    sent: 'payment.succeeded with two signatures, the second one right, as after a rotation of the secret.',
    run: async (tools) => {
      const event = await tools.write('payment.succeeded');
      const heard = [await tools.shoot({ ...event, signature: 'two' })];
      return mustAccept(
        tools,
        heard,
        'Split webhook-signature at spaces and accept the message if one of the signatures is right; otherwise the next rotation loses events.',
      );
    },
  },
  {
    name: 'wrong-signature',
    title: 'A wrong signature is refused',
    sent: 'A forged payment.succeeded, signed with another secret.',
    run: async ({ shoot }) => mustRefuse([await shoot(forged('of another secret'))], verifyFirst),
  },
  {
    name: 'changed-body',
    title: 'A body that was changed is refused',
    sent: 'A payment.succeeded whose signature is that of another body.',
    run: async ({ shoot }) =>
      mustRefuse(
        [await shoot(forged('of another body'))],
        `${verifyFirst} Use the bytes of the body as they came, before a framework parses them.`,
      ),
  },
  {
    name: 'no-signature',
    title: 'A message without a signature is refused',
    sent: 'A forged payment.succeeded without the header webhook-signature.',
    run: async ({ shoot }) => mustRefuse([await shoot(forged('none'))], verifyFirst),
  },
  {
    name: 'old-timestamp',
    title: 'An old message is refused',
    sent: 'A payment.succeeded with a right signature and a webhook-timestamp of an hour ago, as somebody who recorded it would send it again.',
    run: async (tools) => {
      const event = await tools.write('payment.succeeded');
      const heard = [await tools.shoot({ ...event, signature: 'right', ageSeconds: 3600 })];
      // The same event as the real sender would bring it.
      await tools.shoot({ ...event, signature: 'right' });
      return mustRefuse(
        heard,
        'Refuse messages whose webhook-timestamp differs from your clock by more than five minutes, and keep the clock of your server right.',
      );
    },
  },
  {
    name: 'redelivered',
    title: 'An event is accepted again after a broken connection',
    sent: 'payment.succeeded, hung up on before the answer came, as after an error; then the same event with a new timestamp.',
    run: async (tools) => {
      const event = await tools.write('payment.succeeded');
      await tools.shoot({ ...event, signature: 'right', hangsUp: true });
      const heard = [await tools.shoot({ ...event, signature: 'right' })];
      return mustAccept(
        tools,
        heard,
        'Store the event and its webhook-id in one transaction, so that one that was cut off half-way is done again, and one that was done is answered with 2xx.',
      );
    },
  },
  {
    name: 'success-after-failure',
    title: 'A success after a failure is accepted',
    sent: 'payment.failed, and after it payment.succeeded of the same payment.',
    run: async (tools) => {
      const heard = [
        await tools.shoot({ ...(await tools.write('payment.failed')), signature: 'right' }),
        await tools.shoot({ ...(await tools.write('payment.succeeded')), signature: 'right' }),
      ];
      return mustAccept(
        tools,
        heard,
        'A network can pay after it has reported a failure. Let payment.succeeded overrule an earlier payment.failed.',
      );
    },
  },
  {
    name: 'unknown-type',
    title: 'An event of an unknown type is accepted',
    sent: 'An event of a type that does not exist yet, signed as always.',
    run: async (tools) => {
      const type = 'examination.unknown_type';
      const timestamp = new Date().toISOString();
      const body = JSON.stringify({ type, timestamp, mode: 'test', data: {} });
      const heard = [await tools.shoot({ id: uuidV7(), body, signature: 'right' })];
      return mustAccept(tools, heard, 'Answer 2xx to types that you do not know, and do nothing.');
    },
  },
  {
    name: 'in-time',
    title: 'Answers come in time',
    sent: 'Everything above that had to be accepted.',
    run: async ({ accepted }) => {
      const slowest = Math.max(...accepted.map(({ durationMs }) => durationMs));
      const cameBack = `The slowest answer took ${slowest} ms; five seconds are good, after 15 an event counts as not delivered.`;
      if (slowest <= soonMs) return { outcome: 'passed', cameBack, toDo: null };
      const toDo = 'Store the event, answer, and do the work afterwards.';
      return { outcome: 'failed', cameBack, toDo };
    },
  },
];
