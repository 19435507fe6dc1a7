import type { Db } from '../db/database.ts';

/** The ids of a company's events that a text names. Given from outside: the search needs payments, which emit events. */
export type FindEvents = (db: Db, companyId: string, text: string) => Promise<string[]>;
