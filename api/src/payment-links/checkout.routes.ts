import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../db/database.ts';
import { toUgx } from '../db/amounts.ts';
import { AppError, notFound, refused } from '../http/app-error.ts';
import { compressAnswers } from '../http/compress.ts';
import { sendPage } from '../http/small-page.ts';
import { replyWithError } from '../http/error-reply.ts';
import type { Sealer } from '../security/secrets.ts';
import { findSigner } from '../signing-keys/signing-keys.service.ts';
import type { StatusService } from '../status/status.service.ts';
import { payerReceipt } from './payer-receipt.ts';
import { stateOf, type CheckoutRow } from './checkout-state.ts';
import {
  earlierNote,
  failedPage,
  obstaclePage,
  page,
  paidPage,
  payForm,
  top,
  waitingPage,
  type FormParts,
} from './checkout-page.ts';
import { obstacle, problemOf, type Problem } from './checkout-words.ts';
import type { CheckoutsService, TypedPayment, Visit } from './checkouts.service.ts';
import { html, type Html } from './html.ts';
import { newCode } from './payment-links.service.ts';
import { returnAddress } from './return-address.ts';

interface CheckoutTools {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly checkouts: CheckoutsService;
  readonly status: Pick<StatusService, 'now'>;
  /** The address of a page of this server. */
  readonly urlOf: (path: string) => string;
}

type Asked = FastifyRequest<{
  Params: { code: string; secret?: string; number?: string };
  Querystring: Record<string, unknown>;
}>;

const cookieName = 'sente_checkout';
/** A browser finds what it began again for a day. */
const cookieSeconds = 86_400;
const formLimitBytes = 4096;
const secretShape = /^[0-9a-hjkmnp-tv-z]{26}$/;

/** /pay/{code}, at which anybody pays: pages and plain forms, without the API and without a session. */
export function serveCheckout(app: FastifyInstance, tools: CheckoutTools): void {
  void app.register(async (context) => {
    compressAnswers(context);
    context.setErrorHandler(replyWithPage);
    context.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formLimitBytes },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    context.get('/pay/:code', (request: Asked, reply) => showLink(tools, request, reply));
    context.get('/pay/:code/:secret', (request: Asked, reply) =>
      showCheckout(tools, request, reply),
    );
    context.get('/pay/:code/:secret/status', async (request: Asked, reply) => {
      const { checkout } = await mustVisit(tools, request);
      return reply.header('cache-control', 'no-store').send({ state: stateOf(checkout.attempts) });
    });
    context.get('/pay/:code/:secret/receipt/:number', (request: Asked, reply) =>
      sendReceipt(tools, request, reply),
    );
    for (const path of ['/pay/:code', '/pay/:code/:secret']) {
      context.post(path, (request: Asked, reply) => pay(tools, request, reply));
    }
  });
}

async function showLink(tools: CheckoutTools, request: Asked, reply: FastifyReply) {
  const kept = secretIn(request);
  const visit = await tools.checkouts.visit(request.params.code, kept, request.ip);
  const { link, checkout } = visit;
  const state = checkout && stateOf(checkout.attempts);
  const own = `/pay/${link.code}/${kept}`;
  // What this browser has begun comes first; it can be paid only once.
  if (state === 'waiting' || state === 'checking' || (state === 'paid' && link.is_once)) {
    return reply.redirect(own, 303);
  }
  const blocked = obstacle(visit);
  if (blocked) return show(tools, request, reply, { visit, body: obstaclePage(blocked) });
  // A paid checkout is done with; a failed one is tried again.
  const secret = kept !== null && state !== 'paid' ? kept : newCode();
  keepSecret(request, reply, link.code, secret);
  const earlier = checkout && state === 'paid' ? earlierNote(checkout, own) : null;
  const { amount } = request.query;
  const typed = { phoneNumber: '', network: '', amount: digitsOf(amount) };
  const body = await formOf(tools, visit, { secret, typed, problem: null, earlier });
  return show(tools, request, reply, { visit, body });
}

async function showCheckout(tools: CheckoutTools, request: Asked, reply: FastifyReply) {
  const visit = await mustVisit(tools, request);
  const { link, checkout, secret } = visit;
  const address = `/pay/${link.code}/${secret}`;
  const state = stateOf(checkout.attempts);
  const last = checkout.attempts.at(-1);
  const amount = toUgx(String(last?.amount ?? 0));
  if (state === 'waiting' || state === 'checking') {
    const { networks } = await tools.status.now();
    const network = networks.find((each) => each.network === last?.network);
    const body = waitingPage(checkout, address, network);
    return show(tools, request, reply, { visit, body, amount, refreshes: true });
  }
  const returnTo = await returnTarget(tools, visit, checkout);
  if (state === 'paid') {
    const paid = await tools.checkouts.paid(checkout);
    const body = paidPage({ checkout, paid, address, link, returnTo });
    return show(tools, request, reply, { visit, body, amount: paid[0]?.amount ?? amount });
  }
  const typed = typedAgain(checkout);
  const blocked = obstacle(visit);
  const retry = blocked
    ? obstaclePage(blocked)
    : await formOf(tools, visit, { secret, typed, problem: null, isRetry: true });
  const back = returnTo
    ? html`<p class="hint"><a href="${returnTo}" rel="noreferrer">Go back to ${new URL(returnTo).host} without paying</a></p>`
    : null;
  const body = html`${last ? failedPage(last) : null}<hr>${retry}${back}`;
  return show(tools, request, reply, { visit, body });
}

async function pay(tools: CheckoutTools, request: Asked, reply: FastifyReply) {
  // Whoever made the form would know its secret, and so the voucher.
  if (request.headers['sec-fetch-site'] === 'cross-site') {
    throw refused('This form was not made here. Open the payment link again.');
  }
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  const given = request.params.secret ?? form.get('checkout') ?? '';
  const secret = secretShape.test(given) ? given : newCode();
  const text = (name: string) => (form.get(name) ?? '').slice(0, 40);
  const typed = { phoneNumber: text('phoneNumber'), network: text('network'), amount: text('amount') };
  const visit = await tools.checkouts.visit(request.params.code, secret, request.ip);
  const { code } = visit.link;
  keepSecret(request, reply, code, secret);
  try {
    await tools.checkouts.pay(visit, secret, typed, request.ip);
  } catch (error) {
    const problem = problemOf(error);
    if (!problem || !(error instanceof AppError)) throw error;
    if (error.retryAfterSeconds) reply.header('retry-after', error.retryAfterSeconds);
    return showAgain(tools, request, reply.status(error.status), { secret, typed, problem });
  }
  return reply.redirect(`/pay/${code}/${secret}`, 303);
}

/** The form with what was typed, and what is wrong with it; or why nothing can be paid now. */
async function showAgain(
  tools: CheckoutTools,
  request: Asked,
  reply: FastifyReply,
  parts: { readonly secret: string; readonly typed: TypedPayment; readonly problem: Problem },
) {
  const visit = await tools.checkouts.visit(request.params.code, parts.secret, request.ip);
  const blocked = obstacle(visit);
  const body = blocked ? obstaclePage(blocked) : await formOf(tools, visit, parts);
  return show(tools, request, reply, { visit, body });
}

async function formOf(
  tools: CheckoutTools,
  { link, checkout }: Visit,
  parts: Pick<FormParts, 'secret' | 'typed' | 'problem' | 'earlier' | 'isRetry'>,
): Promise<Html> {
  const { networks } = await tools.status.now();
  const action = `/pay/${link.code}${checkout && parts.isRetry ? `/${parts.secret}` : ''}`;
  return payForm({ ...parts, link, action, networks });
}

function typedAgain({ attempts }: CheckoutRow): TypedPayment {
  const last = attempts.at(-1);
  const phoneNumber = last ? last.phone_number.replace(/^256/, '0') : '';
  return {
    phoneNumber,
    network: last?.network ?? '',
    amount: last ? String(toUgx(String(last.amount))) : '',
  };
}

async function mustVisit(tools: CheckoutTools, request: Asked) {
  const { code, secret = '' } = request.params;
  const visit = await tools.checkouts.visit(code, secret, request.ip);
  const { checkout } = visit;
  if (!checkout) throw notFound('This payment link does not exist');
  return { ...visit, checkout, secret };
}

async function returnTarget(
  { database, sealer }: CheckoutTools,
  { link }: Visit,
  checkout: CheckoutRow,
): Promise<string | null> {
  const { return_url: url } = link;
  if (url === null) return null;
  return returnAddress({ ...link, return_url: url }, checkout, await findSigner(database, sealer));
}

async function sendReceipt(tools: CheckoutTools, request: Asked, reply: FastifyReply) {
  const { link, checkout } = await mustVisit(tools, request);
  const paid = await tools.checkouts.paid(checkout);
  const payment = paid[Number(request.params.number) - 1];
  if (!payment) throw notFound('This payment link does not exist');
  const { fileName, content } = await payerReceipt(tools.database, link, payment);
  return reply
    .type('application/pdf')
    .headers({
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
    })
    .send(content);
}

interface Shown {
  readonly visit: Visit;
  readonly body: Html;
  /** What is paid, if the link alone does not say it. */
  readonly amount?: number;
  readonly refreshes?: boolean;
}

function show(
  { urlOf }: CheckoutTools,
  _request: Asked,
  reply: FastifyReply,
  { visit, body, amount, refreshes = false }: Shown,
): FastifyReply {
  const { link } = visit;
  const fixed = link.amount === null ? null : toUgx(link.amount);
  const parts = { title: `Pay ${link.company_name}`, body, refreshes };
  return answer(reply, { ...parts, top: top(link, logoOf(link.logo, urlOf), amount ?? fixed) });
}

function answer(reply: FastifyReply, parts: Omit<Parameters<typeof page>[0], 'nonce'>) {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  reply.header('x-robots-tag', 'noindex, nofollow');
  return sendPage(reply, { policy, content: page({ ...parts, nonce }) });
}

const general = {
  not_found: {
    title: 'This payment link does not exist',
    text: 'Check the address, or ask whoever gave it to you for a new one.',
  },
  too_many_requests: {
    title: 'Too many requests',
    text: 'Wait a minute, then load the page again.',
  },
  refused: { title: 'This cannot be done', text: 'Open the payment link again.' },
} as const;

/** Also for a stranger's mistakes: nothing of the server is told. */
function replyWithPage(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (request.url.split('?', 1)[0]?.endsWith('/status')) return replyWithError(error, request, reply);
  const failure = error instanceof AppError ? error : null;
  const status = failure?.status ?? (error as { statusCode?: number }).statusCode ?? 500;
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  if (failure?.retryAfterSeconds) reply.header('retry-after', failure.retryAfterSeconds);
  const known: Partial<Record<string, { readonly title: string; readonly text: string }>> = general;
  const words = known[failure?.code ?? ''] ?? {
    title: 'This does not work at the moment',
    text: 'Nothing was charged by opening this page. Load it again in a moment.',
  };
  return answer(reply.status(status), { title: words.title, body: obstaclePage(words) });
}

/** A picture that this server has; one elsewhere would tell others who pays. */
function logoOf(logo: string | null, urlOf: (path: string) => string): string | null {
  const path = logo?.startsWith(urlOf('/')) ? logo.slice(urlOf('').length) : logo;
  return path?.startsWith('/') && !path.startsWith('//') ? path : null;
}

/** Of the QR code with an amount; the payer may change it. */
function digitsOf(value: unknown): string {
  return typeof value === 'string' && /^[1-9]\d{0,8}$/.test(value) ? value : '';
}

function secretIn({ headers }: FastifyRequest): string | null {
  const found = new RegExp(`(?:^|; *)${cookieName}=([^;]*)`).exec(headers.cookie ?? '')?.[1] ?? '';
  return secretShape.test(found) ? found : null;
}

/** For this link only, so that a browser never sends the secret of one to the page of another. */
function keepSecret(request: FastifyRequest, reply: FastifyReply, code: string, secret: string) {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${cookieName}=${secret}; Path=/pay/${code}; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax${secure}`,
  );
}
