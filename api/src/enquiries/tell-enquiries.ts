import type { Task } from 'graphile-worker';
import * as z from 'zod';
import type { Database } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import type { Letter } from '../mail/letter.ts';
import type { Mailer } from '../mail/mailer.ts';
import { notify } from '../notifications/notify.ts';
import { takeUntold, type UntoldEnquiry } from './enquiries.queries.ts';

const input = z.object({ contactEmail: z.nullable(z.string()) });

/** More than anybody reads in a mail; the back-office has all. */
const mostListed = 20;
const longestExcerpt = 300;

/** Written by enquiries_tell. One notification and one mail, however many enquiries there are. */
export function tellEnquiriesTask(database: Database, mailer: Mailer | null): Task {
  return async (payload) => {
    const { contactEmail } = z.parse(input, payload);
    await database.within(platformScope, async (db) => {
      const untold = await takeUntold(db);
      const [first, second] = untold;
      if (!first) return;
      // Without what was written: whoever may read that finds it in the enquiry, until it is deleted.
      await notify(db, {
        kind: 'new-enquiry',
        subjectId: second ? null : first.id,
        key: `enquiry:${first.id}`,
        data: { count: untold.length },
      });
      if (!mailer || contactEmail === null) return;
      await mailer.queue(db, {
        to: contactEmail,
        userId: null,
        kind: 'enquiry',
        eventKey: `enquiry:${first.id}`,
        usefulForMs: 72 * 3_600_000,
        letter: letterOf(untold, mailer.portalUrl('/enquiries')),
      });
    });
  };
}

function letterOf(untold: readonly UntoldEnquiry[], url: string): Letter {
  const action = { label: 'Open the enquiries', url };
  const [only, second] = untold;
  if (only && !second) {
    const { name, email, message, company_name: company } = only;
    const where =
      company === null ? 'wrote on the public site' : `of ${company} asked in the portal`;
    return {
      subject: `Enquiry from ${company ?? name}`,
      paragraphs: [`${name} (${email}) ${where}:`, message],
      action,
      notes:
        company === null ? [`Answer to ${email}: nothing was checked about this address.`] : [],
    };
  }
  const listed = untold.slice(0, mostListed);
  const more = untold.length - listed.length;
  return {
    subject: `${untold.length} enquiries`,
    paragraphs: [
      `${untold.length} people wrote within a few minutes.`,
      ...listed.map(({ name, email, message, company_name: company }) => {
        const who = company === null ? email : `${email}, of ${company}`;
        return `${name} (${who}):\n${excerptOf(message)}`;
      }),
      ...(more > 0 ? [`And ${more} more.`] : []),
    ],
    action,
    notes: ['Nothing was checked about the addresses of those who wrote on the public site.'],
  };
}

function excerptOf(message: string): string {
  const [...characters] = message.replaceAll(/\s+/g, ' ');
  if (characters.length <= longestExcerpt) return characters.join('');
  return `${characters.slice(0, longestExcerpt).join('')}…`;
}
