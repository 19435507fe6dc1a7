import { databaseNow } from '../db/clock.ts';
import type { Db } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { SealedSecret, Sealer } from '../security/secrets.ts';
import type { Letter } from './letter.ts';
import { addMail, secondsToWait } from './mails.queries.ts';

/** How mails reach people; with `mailbox` they are shown beside the simulated phones instead. */
export type MailDelivery = 'smtp' | 'mailbox' | 'none';

export interface Mail {
  readonly to: string;
  readonly userId: string | null;
  /** For the log, which does not say what is in it. */
  readonly kind: string;
  readonly letter: Letter;
  /** Names its cause: a second mail with the same key is not sent. */
  readonly eventKey: string;
  /** Not sent any more after that. */
  readonly usefulForMs: number;
}

export interface Mailer {
  readonly delivery: MailDelivery;
  /**
   * In the transaction of its cause, so that a rolled back cause sends nothing. Returns whether it
   * will be sent.
   */
  queue(db: Db, mail: Mail): Promise<boolean>;
  /** Until people may cause another mail of these kinds to this address; 0 for now. */
  secondsToWait(db: Db, to: string, kinds: readonly string[]): Promise<number>;
  /** An address of the portal. Never taken from a request, whose Host header anybody can choose. */
  portalUrl(path: string): string;
}

export function createMailer(
  sealer: Sealer,
  delivery: MailDelivery,
  portalOrigin: () => string,
): Mailer {
  return {
    delivery,
    portalUrl: (path) => `${portalOrigin()}${path}`,

    secondsToWait: async (db, to, kinds) =>
      delivery === 'none' ? 0 : secondsToWait(db, to, kinds),

    async queue(db, { to, userId, kind, letter, eventKey, usefulForMs }) {
      if (delivery === 'none') return false;
      const id = uuidV7();
      const usefulUntil = new Date(databaseNow() + usefulForMs);
      const mail = { id, userId, address: to, kind, eventKey, usefulUntil };
      return addMail(db, mail, sealer.seal(JSON.stringify(letter), placeOf(id)));
    },
  };
}

interface StoredLetter {
  readonly id: string;
  readonly letter_sealed: Buffer;
  readonly key_name: string;
}

/** Null if the key that encrypted it is gone. */
export function openLetter(sealer: Sealer, stored: StoredLetter): Letter | null {
  const secret: SealedSecret = { sealed: stored.letter_sealed, keyName: stored.key_name };
  const opened = sealer.open(secret, placeOf(stored.id));
  return 'secret' in opened ? (JSON.parse(opened.secret) as Letter) : null;
}

function placeOf(id: string) {
  return { id, companyId: 'mail' };
}
