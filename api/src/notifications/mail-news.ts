import type { Database } from '../db/database.ts';
import { databaseNow } from '../db/clock.ts';
import { platformScope } from '../db/scope.ts';
import type { Letter } from '../mail/letter.ts';
import type { Mailer } from '../mail/mailer.ts';
import { linkOf } from './news-links.ts';
import { wordsOf } from './news-texts.ts';
import { lockForMail, markMailed, type NotificationRow } from './notifications.queries.ts';
import { listPeople, maySee, wishOf, type Person } from './people.ts';

const dayMs = 24 * 3_600_000;
/** More than anybody reads; the portal has all. */
const mostListed = 20;

/** One mail with all the news of a person that waits for one, if they still may and want to read it. */
export function mailNews(database: Database, mailer: Mailer, userId: string): Promise<void> {
  return database.within(platformScope, async (db) => {
    const waiting = await lockForMail(db, userId);
    if (waiting.length === 0) return;
    const [person] = await listPeople(db, { ids: [userId] });
    const news = person ? waiting.filter((row) => isWanted(person, row)) : [];
    const [first] = news;
    const isSent =
      person !== undefined &&
      first !== undefined &&
      (await mailer.queue(db, {
        to: person.email,
        userId,
        kind: 'news',
        eventKey: `news:${first.id}`,
        usefulForMs: dayMs,
        letter: letterOf(person, news, mailer),
      }));
    const sent = new Set(isSent ? news.map(({ id }) => id) : []);
    const ids = waiting.map(({ id }) => id);
    await markMailed(db, [...sent], true);
    await markMailed(
      db,
      ids.filter((id) => !sent.has(id)),
      false,
    );
  });
}

/** Where no mail server was configured, news of last week is not sent once there is one. */
function isWanted(person: Person, { kind, company_id, created_at }: NotificationRow): boolean {
  return (
    maySee(person, kind, company_id) &&
    wishOf(person, kind).mail &&
    created_at.getTime() > databaseNow() - dayMs
  );
}

function letterOf(person: Person, news: readonly NotificationRow[], mailer: Mailer): Letter {
  const hello = `Hello ${person.first_name},`;
  const portalUrl = (path: string): string => mailer.portalUrl(path);
  const settings = person.is_staff
    ? '/settings?tab=notifications'
    : '/client/settings?tab=notifications';
  const notes = [`You choose what you are told about in your settings: ${portalUrl(settings)}`];
  const told = news.map((row) => ({
    ...wordsOf(row, person.is_staff),
    link: linkOf(row, person.is_staff),
  }));
  const [only, second] = told;
  if (only && !second) {
    return {
      subject: only.title,
      paragraphs: [hello, `${only.title}.`, only.text].filter((text) => text !== ''),
      ...(only.link && { action: { label: 'Open in Sente', url: portalUrl(only.link) } }),
      notes,
    };
  }
  const listed = told
    .slice(0, mostListed)
    .map(({ title, text, link }) =>
      [title, text, link && portalUrl(link)].filter(Boolean).join('\n'),
    );
  const more = told.length - listed.length;
  return {
    subject: `${told.length} notifications from Sente`,
    paragraphs: [hello, ...listed, ...(more > 0 ? [`And ${more} more.`] : [])],
    action: { label: 'Open Sente', url: portalUrl(person.is_staff ? '/admin' : '/client') },
    notes,
  };
}
