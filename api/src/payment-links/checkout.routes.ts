import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../db/database.ts';
import { toUgx } from '../db/amounts.ts';
import { AppError, notFound, refused } from '../http/app-error.ts';
import { compressAnswers } from '../http/compress.ts';
import type { Sealer } from '../security/secrets.ts';
import { phoneText } from '@sente/contract/phone';
import { findSigner } from '../signing-keys/signing-keys.service.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { PaymentsEngine } from '../payments/engine.ts';
import { createNumbering } from '../payments/networks/phone-numbers.ts';
import { createStatusService, type StatusService } from '../status/status.service.ts';
import { payerReceipt } from './payer-receipt.ts';
import { shownStateOf, stateOf, type CheckoutRow } from './checkout-state.ts';
import { digitsOf, keepSecret, replyWithPage, secretIn, show } from './checkout-answers.ts';
import { payForm, type FormParts } from './checkout-form.ts';
import { obstaclePage } from './checkout-frame.ts';
import { earlierNote, failedPage, paidPage, waitingPage } from './checkout-page.ts';
import {
  keepRefusal,
  markRefused,
  refusalOf,
  takeRefusal,
  type Refusal,
} from './checkout-refusal.ts';
import { obstacle, problemsOf } from './checkout-words.ts';
import {
  createCheckoutsService,
  type CheckoutsService,
  type TypedPayment,
  type Visit,
} from './checkouts.service.ts';
import { html, type Html } from './html.ts';
import { codeShape, isTestCode, newCode } from './codes.ts';
import { returnAddress } from './return-address.ts';

interface CheckoutTools {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly checkouts: CheckoutsService;
  readonly status: Pick<StatusService, 'now'>;
  /** The address of a page of this server. */
  readonly urlOf: (path: string) => string;
}

interface CheckoutOptions extends Pick<CheckoutTools, 'database' | 'sealer'> {
  readonly engine: PaymentsEngine;
  readonly mailer: Mailer;
}

function toolsOf({ database, engine, sealer, mailer }: CheckoutOptions): CheckoutTools {
  const { acceptance, connectors } = engine;
  const numbering = createNumbering(database);
  return {
    database,
    sealer,
    checkouts: createCheckoutsService({ database, acceptance, numbering, sealer }),
    status: createStatusService(database, connectors),
    urlOf: (path) => mailer.portalUrl(path),
  };
}

type Asked = FastifyRequest<{
  Params: { code: string; secret?: string; number?: string };
  Querystring: Record<string, unknown>;
}>;

const formLimitBytes = 4096;

/** /pay/{code}, at which anybody pays: pages and plain forms, without the API and without a session. */
export function serveCheckout(
  app: FastifyInstance,
  options: CheckoutOptions,
  /** The test world, if there is one. */
  findTest: () => Promise<CheckoutOptions | null> = async () => null,
): void {
  const find = createFindTools(toolsOf(options), findTest);
  const by =
    <T>(work: (tools: CheckoutTools, request: Asked, reply: FastifyReply) => Promise<T>) =>
    async (request: Asked, reply: FastifyReply) =>
      work(await find(request.params.code), request, reply);
  void app.register(async (context) => {
    compressAnswers(context);
    context.setErrorHandler(replyWithPage);
    context.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formLimitBytes },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    context.get('/pay/:code', by(showLink));
    context.get('/pay/:code/:secret', by(showCheckout));
    context.get('/pay/:code/:secret/status', by(sendState));
    context.get('/pay/:code/:secret/receipt/:number', by(sendReceipt));
    for (const path of ['/pay/:code', '/pay/:code/:secret']) context.post(path, by(pay));
  });
}

/** The world is in the code of the link. */
function createFindTools(
  live: CheckoutTools,
  findTest: () => Promise<CheckoutOptions | null>,
): (code: string) => Promise<CheckoutTools> {
  let test: CheckoutTools | null = null;
  return async (code) => {
    if (!isTestCode(code)) return live;
    const found = test === null ? await findTest() : null;
    if (found) test = toolsOf(found);
    // Which does not know it either.
    return test ?? live;
  };
}

async function sendState(tools: CheckoutTools, request: Asked, reply: FastifyReply) {
  const { checkout } = await mustVisit(tools, request);
  return reply.header('cache-control', 'no-store').send({ state: shownStateOf(checkout.attempts) });
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
  const refusal = takeRefusal(tools.sealer, request, reply, { link, secret: kept ?? '' });
  const blocked = obstacle(visit);
  if (blocked) return show(tools, reply, { visit, body: obstaclePage(blocked) });
  // A paid checkout is done with; a failed one is tried again.
  const secret = kept !== null && state !== 'paid' ? kept : newCode();
  keepSecret(request, reply, link.code, secret);
  const earlier = checkout && state === 'paid' ? earlierNote(checkout, own) : null;
  const { amount } = request.query;
  const first = { phoneNumber: '', network: '', amount: digitsOf(amount) };
  const { typed = first, problems = [] } = refusal ?? {};
  const body = await formOf(tools, visit, { secret, typed, problems, earlier });
  return show(tools, reply, { visit, body });
}

async function showCheckout(tools: CheckoutTools, request: Asked, reply: FastifyReply) {
  const visit = await mustVisit(tools, request);
  const { link, checkout, secret } = visit;
  const address = `/pay/${link.code}/${secret}`;
  const state = stateOf(checkout.attempts);
  const last = checkout.attempts.at(-1);
  const amount = toUgx(String(last?.amount ?? 0));
  const wantsOther = request.query['number'] === 'other';
  if (state === 'waiting' || state === 'checking') {
    const { networks } = await tools.status.now();
    const network = networks.find((each) => each.network === last?.network);
    const body = waitingPage({ checkout, address, network, wantsOther });
    return show(tools, reply, { visit, body, amount, refreshes: true });
  }
  const returnTo = await returnTarget(tools, visit, checkout);
  if (state === 'paid') {
    const paid = await tools.checkouts.paid(checkout);
    const body = paidPage({ checkout, paid, address, link, returnTo });
    return show(tools, reply, { visit, body, amount: paid[0]?.amount ?? amount });
  }
  const blocked = obstacle(visit);
  const isOwn = secretIn(request) === secret;
  const refusal = isOwn ? takeRefusal(tools.sealer, request, reply, { link, secret }) : null;
  const { typed = typedAgain(checkout, wantsOther), problems = [] } = refusal ?? {};
  const form = { secret, typed, problems, isRetry: true, beginsWithNumber: wantsOther };
  const open = isOwn ? await formOf(tools, visit, form) : anew(link.code);
  const retry = blocked ? obstaclePage(blocked) : open;
  const back = returnTo
    ? html`<p class="hint">
        <a href="${returnTo}" rel="noreferrer"
          >Go back to ${new URL(returnTo).host} without paying</a
        >
      </p>`
    : null;
  const body = html`${last ? failedPage(last) : null}
    <hr />
    ${retry}${back}`;
  return show(tools, reply, { visit, body });
}

/**
 * In another browser than the one that began it: whoever sent this address would see the voucher that is bought
 * with it, and its reader the number that was typed.
 */
function anew(code: string): Html {
  return html`<a class="button" href="/pay/${code}">Try again</a>`;
}

async function pay(tools: CheckoutTools, request: Asked, reply: FastifyReply) {
  // Whoever made the form would know its secret, and so the voucher.
  if (request.headers['sec-fetch-site'] === 'cross-site') {
    throw refused('This form was not made here. Open the payment link again.');
  }
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  const kept = secretIn(request);
  const given = request.params.secret ?? form.get('checkout') ?? '';
  const text = (name: string) => (form.get(name) ?? '').slice(0, 40);
  const typed = {
    phoneNumber: text('phoneNumber'),
    network: text('network'),
    amount: text('amount'),
  };
  const meant = await tools.checkouts.visit(
    request.params.code,
    codeShape.test(given) ? given : newCode(),
    request.ip,
  );
  // A checkout that failed is tried again only by the browser that began it.
  const isOthers =
    meant.checkout && kept !== given && stateOf(meant.checkout.attempts) === 'failed';
  const secret = isOthers || !codeShape.test(given) ? newCode() : given;
  const visit = isOthers ? { ...meant, checkout: undefined } : meant;
  const { code } = visit.link;
  if (!visit.checkout || kept === secret) keepSecret(request, reply, code, secret);
  try {
    await tools.checkouts.pay(visit, secret, typed, request.ip);
  } catch (error) {
    const problems = error instanceof AppError ? problemsOf(error) : [];
    if (!(error instanceof AppError) || problems.length === 0) throw error;
    const refusal = refusalOf(error, { secret, typed, problems });
    // A browser that keeps no cookies is answered at once.
    if (kept === null) return showAgain(tools, request, reply, refusal);
    keepRefusal(tools.sealer, request, reply, { link: visit.link, refusal });
    return reply.redirect(visit.checkout ? `/pay/${code}/${secret}` : `/pay/${code}`, 303);
  }
  return reply.redirect(`/pay/${code}/${secret}`, 303);
}

/** The form with what was typed, and what is wrong with it; or why nothing can be paid now. */
async function showAgain(
  tools: CheckoutTools,
  request: Asked,
  reply: FastifyReply,
  refusal: Refusal,
) {
  markRefused(reply, refusal);
  const visit = await tools.checkouts.visit(request.params.code, refusal.secret, request.ip);
  const blocked = obstacle(visit);
  const body = blocked ? obstaclePage(blocked) : await formOf(tools, visit, refusal);
  return show(tools, reply, { visit, body });
}

async function formOf(
  tools: CheckoutTools,
  { link, checkout }: Visit,
  parts: Pick<
    FormParts,
    'secret' | 'typed' | 'problems' | 'earlier' | 'isRetry' | 'beginsWithNumber'
  >,
): Promise<Html> {
  const { networks } = await tools.status.now();
  const action = `/pay/${link.code}${checkout && parts.isRetry ? `/${parts.secret}` : ''}`;
  return payForm({ ...parts, link, action, networks });
}

/** As before, but for a number that was wrong and the network that was its own. */
function typedAgain({ attempts }: CheckoutRow, wantsOther: boolean): TypedPayment {
  const last = attempts.at(-1);
  const asked = wantsOther ? undefined : last;
  return {
    phoneNumber: asked ? phoneText(asked.phone_number) : '',
    network: asked?.network ?? '',
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
