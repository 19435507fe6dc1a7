import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '../http/app-error.ts';
import type { Sealer } from '../security/secrets.ts';
import { cookieIn, setCookie } from './checkout-answers.ts';
import type { Problem } from './checkout-words.ts';
import type { PayableLink } from './checkouts.queries.ts';
import type { TypedPayment } from './checkouts.service.ts';

/*
 * A refused form leads back to its page, which shows what was typed and what is wrong with it. So the browser has only
 * pages in its history, and Back and a reload never send a form again. What was typed is not in the address: it is
 * sealed in a cookie that the next page takes away.
 */

const cookieName = 'sente_refused';
/** Enough for a slow line. */
const cookieSeconds = 120;

export interface Refusal {
  /** Of the checkout that the form would have begun. */
  readonly secret: string;
  readonly typed: TypedPayment;
  readonly problems: readonly Problem[];
  readonly status: number;
  readonly retryAfterSeconds: number | null;
}

export function refusalOf(
  { status, retryAfterSeconds }: AppError,
  about: Pick<Refusal, 'secret' | 'typed' | 'problems'>,
): Refusal {
  return { ...about, status, retryAfterSeconds: retryAfterSeconds ?? null };
}

/** The status of a page that shows it. */
export function markRefused(reply: FastifyReply, { status, retryAfterSeconds }: Refusal): void {
  void reply.status(status);
  if (retryAfterSeconds !== null) void reply.header('retry-after', retryAfterSeconds);
}

export function keepRefusal(
  sealer: Sealer,
  request: FastifyRequest,
  reply: FastifyReply,
  { link, refusal }: { readonly link: PayableLink; readonly refusal: Refusal },
): void {
  const { sealed, keyName } = sealer.seal(JSON.stringify(refusal), placeOf(link));
  const value = `${keyName}.${sealed.toString('base64url')}`;
  setCookie(request, reply, { name: cookieName, value, code: link.code, seconds: cookieSeconds });
}

/** What was refused before this page, if it was of the same checkout; it is shown once. */
export function takeRefusal(
  sealer: Sealer,
  request: FastifyRequest,
  reply: FastifyReply,
  { link, secret }: { readonly link: PayableLink; readonly secret: string },
): Refusal | null {
  const [keyName = '', sealed = ''] = cookieIn(request, cookieName).split('.');
  if (sealed === '') return null;
  setCookie(request, reply, { name: cookieName, value: '', code: link.code, seconds: 0 });
  const opened = sealer.open({ sealed: Buffer.from(sealed, 'base64url'), keyName }, placeOf(link));
  if (!('secret' in opened)) return null;
  const refusal = JSON.parse(opened.secret) as Refusal;
  if (refusal.secret !== secret) return null;
  markRefused(reply, refusal);
  return refusal;
}

const placeOf = ({ id, company_id: companyId }: PayableLink) => ({ id, companyId });
