import type { Task } from 'graphile-worker';
import * as z from 'zod';
import type { Database } from '../db/database.ts';
import type { Mailer } from '../mail/mailer.ts';
import { lookForNews } from '../notifications/look.ts';
import { mailNews } from '../notifications/mail-news.ts';
import { tellPeople } from '../notifications/tell.ts';

const event = z.object({ eventId: z.guid() });
const person = z.object({ userId: z.guid() });

/** Written by notifications_add. */
export function tellPeopleTask(database: Database): Task {
  return (payload) => tellPeople(database, z.parse(event, payload).eventId);
}

/** Written by notifications_mail. */
export function mailNewsTask(database: Database, mailer: Mailer): Task {
  return (payload) => mailNews(database, mailer, z.parse(person, payload).userId);
}

/** Every minute, on whichever instance is first. */
export const lookSchedule = '* * * * * look-for-news ?max=1';

export function lookForNewsTask(database: Database): Task {
  return () => lookForNews(database);
}
