import { readFileSync } from 'node:fs';
import { kampalaTime } from '@sente/contract/kampala';
import { formatUgx } from '@sente/contract/money';
import { networkNames } from '@sente/contract/payments';
import { phoneText } from '@sente/contract/phone';
import type { NetworkStatus } from '@sente/contract/status';
import { toUgx } from '../db/amounts.ts';
import { asIs, html, type Html } from './html.ts';
import { isPaidTwice, stateOf, type AttemptRow, type CheckoutRow } from './checkout-state.ts';
import { failureText, networkWord, type Problem, type Words } from './checkout-words.ts';
import type { PayableLink } from './checkouts.queries.ts';
import type { PaidPayment, TypedPayment } from './checkouts.service.ts';

/* The whole page is one answer: styles and script are in it, so that a slow line is waited for once. */

const read = (name: string): string =>
  readFileSync(new URL(`page/${name}`, import.meta.url), 'utf8')
    .replaceAll(/^\s*\/\*[^]*?\*\/\n|^\s+/gm, '');
const styles = read('checkout.css');
const script = read('checkout.js');

export interface PageParts {
  readonly title: string;
  readonly nonce: string;
  readonly top?: Html;
  readonly body: Html;
  /** The page asks again by itself, also without a script. */
  readonly refreshes?: boolean;
}

export function page({ title, nonce, top, body, refreshes = false }: PageParts): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f3f5f6" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#0d0f11" media="(prefers-color-scheme: dark)">
${refreshes ? html`<noscript><meta http-equiv="refresh" content="5"></noscript>` : null}
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style nonce="${nonce}">${asIs(styles)}</style>
</head>
<body>
<main>${top ?? null}<div class="body">${body}</div></main>
<footer>
<p>Never tell anybody your mobile-money PIN. It is typed on your own phone only.</p>
<p><span class="brand">${brand} Payments by Sente</span></p>
</footer>
<script nonce="${nonce}">${asIs(script)}</script>
</body>
</html>`.text;
}

const brand = html`<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#0a6b4d"/><path d="M22 10.5C20.7 8.9 18.6 8 16 8c-3.6 0-6 1.7-6 4.2 0 5.4 12 2.4 12 7.7 0 2.4-2.4 4.1-6 4.1-2.8 0-5-.9-6.3-2.6" fill="none" stroke="#fff" stroke-width="2.75" stroke-linecap="round"/></svg>`;

const drawings = {
  phone: 'M8 3h8a1.5 1.5 0 0 1 1.5 1.5v15A1.5 1.5 0 0 1 16 21H8a1.5 1.5 0 0 1-1.5-1.5v-15A1.5 1.5 0 0 1 8 3zM11 18h2',
  good: 'M5 12.5l4.5 4.5L19 7.5',
  bad: 'M7 7l10 10M17 7L7 17',
  pause: 'M12 7v5l3 2M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z',
};

function mark(drawing: keyof typeof drawings, tone = ''): Html {
  return html`<div class="mark ${tone}"><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${drawings[drawing]}"/></svg></div>`;
}

const sum = (amountUgx: number): Html =>
  html`<p class="sum"><small>UGX</small>${formatUgx(amountUgx).slice(4)}</p>`;

/** The company, what it is for, and how much. */
export function top(link: PayableLink, logo: string | null, amountUgx: number | null): Html {
  const name = link.company_name;
  const picture = logo
    ? html`<img src="${logo}" alt="" width="44" height="44">`
    : html`<span class="initial" aria-hidden="true">${name.trim().charAt(0).toUpperCase()}</span>`;
  return html`<header class="top">
<div class="company">${picture}<div><small>Pay to</small><h1>${name}</h1></div></div>
<div class="due"><p class="for">${link.purpose}</p>${amountUgx === null ? null : sum(amountUgx)}
${link.reference ? html`<p class="own">Reference ${link.reference}</p>` : null}</div>
</header>`;
}

export function obstaclePage({ title, text }: Words): Html {
  return html`<div class="state">${mark('pause')}<h2>${title}</h2><p>${text}</p></div>`;
}

export interface FormParts {
  readonly link: PayableLink;
  readonly action: string;
  /** Of the checkout that it begins. */
  readonly secret: string;
  readonly typed: TypedPayment;
  readonly problem: Problem | null;
  readonly networks: readonly NetworkStatus[];
  /** What this browser paid with the link before. */
  readonly earlier?: Html | null;
  readonly isRetry?: boolean;
}

export function payForm(parts: FormParts): Html {
  const { link, action, secret, typed, problem, isRetry = false } = parts;
  const text = (field: Problem['field']) => (problem?.field === field ? problem.text : null);
  const price = link.kind === 'chosen' ? null : toUgx(link.amount ?? '0');
  const label = price === null ? 'Pay' : `Pay ${formatUgx(price)}`;
  return html`${parts.earlier ?? null}
${problem && problem.field === null ? html`<p class="note bad" role="alert">${problem.text}</p>` : null}
${problem?.field === 'amount' && price !== null ? html`<p class="note bad" role="alert">${problem.text}</p>` : null}
<form method="post" action="${action}" autocomplete="on">
<input type="hidden" name="checkout" value="${secret}">
${price === null ? amountField(link, typed.amount, text('amount')) : html`<input type="hidden" name="amount" value="${price}">`}
<div class="field ${text('phoneNumber') ? 'is-wrong' : ''}">
<label for="phone">Mobile-money number</label>
<input id="phone" name="phoneNumber" type="tel" inputmode="tel" autocomplete="tel" required maxlength="20" placeholder="0772 123 456" value="${typed.phoneNumber}" aria-describedby="phone-hint"${text('phoneNumber') ? asIs(' aria-invalid="true"') : null}>
${below('phone-hint', text('phoneNumber'), 'The phone that pays. It is asked to approve.')}
</div>
${networkField(parts, text('network'))}
<button class="button" type="submit">${isRetry ? `Try again: ${label.toLowerCase().replace('ugx', 'UGX')}` : label}</button>
</form>`;
}

function amountField(link: PayableLink, typed: string, wrong: string | null): Html {
  const [least, most] = [toUgx(link.least_amount ?? '0'), toUgx(link.most_amount ?? '0')];
  const hint = least > 1 ? `From ${formatUgx(least)} to ${formatUgx(most)}` : `At most ${formatUgx(most)}`;
  return html`<div class="field ${wrong ? 'is-wrong' : ''}">
<label for="amount">Amount</label>
<div class="money"><span aria-hidden="true">UGX</span><input id="amount" name="amount" type="text" inputmode="numeric" autocomplete="off" required maxlength="15" value="${typed}" aria-describedby="amount-hint"${wrong ? asIs(' aria-invalid="true"') : null}></div>
${below('amount-hint', wrong, hint)}
</div>`;
}

function networkField({ typed, networks }: FormParts, wrong: string | null): Html {
  const hint = 'Chosen by the number. Change it if you kept your number when you changed networks.';
  const down = networks.filter(({ refuses }) => refuses.includes('collection'));
  return html`<fieldset class="${wrong ? 'is-wrong' : ''}"><legend>Network</legend>
<div class="networks">${networkNames.map(
    (name) =>
      html`<label><input type="radio" name="network" value="${name}"${typed.network === name ? asIs(' checked') : null}>${networkWord(name)}<i class="${name.toLowerCase()}" aria-hidden="true"></i></label>`,
  )}</div>
${below('network-hint', wrong, hint, true)}
${down.map(({ network }) => html`<p class="wrong">${networkWord(network)} does not answer at the moment. Wait, or pay with another network.</p>`)}
</fieldset>`;
}

function below(id: string, wrong: string | null, hint: string, isGuess = false): Html {
  if (wrong) return html`<p class="wrong" id="${id}" role="alert">${wrong}</p>`;
  return isGuess
    ? html`<p class="hint" id="${id}" data-guessed="${hint}">${hint}</p>`
    : html`<p class="hint" id="${id}">${hint}</p>`;
}

/** While the payer approves, or while people find out what happened. */
export function waitingPage(
  checkout: CheckoutRow,
  address: string,
  network: NetworkStatus | undefined,
): Html {
  const state = stateOf(checkout.attempts);
  const last = checkout.attempts.at(-1);
  if (!last) throw new Error('A checkout without an attempt');
  const name = networkWord(last.network);
  const live = html`<div data-status="${address}/status" data-state="${state}"></div>`;
  if (state === 'checking') {
    return html`<div class="state">${mark('pause')}<h2>Being checked</h2>
<p>${name} has not said for certain what became of this payment. People find out and decide; it may take a day.</p>
<p><b>Do not pay again.</b> Keep the address of this page: it shows the result.</p></div>${live}${attemptFacts(last)}`;
  }
  return html`<div class="state" role="status">${mark('phone', 'wait')}<h2>Approve on your phone</h2>
<p>${name} asks <b>${phoneText(last.phone_number)}</b> to pay <b>${formatUgx(toUgx(String(last.amount)))}</b>. Enter your PIN there.</p>
${waitText(name, network)}
<p>This page shows the result by itself. <span data-clock></span></p>
<p class="wrong" data-offline hidden>The line is slow or gone. The payment goes on; this page tries again.</p></div>
${live}<noscript><a class="button quiet" href="${address}">Look again</a></noscript>`;
}

function waitText(name: string, network: NetworkStatus | undefined): Html | null {
  if (!network?.wait) return null;
  const { medianSeconds, slowSeconds } = network.wait;
  return html`<p>In the last hour, half of the payers on ${name} were done within ${duration(medianSeconds)}, nine of ten within ${duration(slowSeconds)}.</p>`;
}

function duration(seconds: number): string {
  if (seconds < 100) return `${Math.ceil(seconds)} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

function attemptFacts({ amount, phone_number: phone, created_at: at }: AttemptRow): Html {
  return facts([
    ['Amount', formatUgx(toUgx(String(amount)))],
    ['Phone', phoneText(phone)],
    ['Asked', `${kampalaTime(new Date(at))} (Kampala)`],
  ]);
}

function facts(rows: readonly (readonly [string, string])[]): Html {
  return html`<dl>${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

export interface PaidParts {
  readonly checkout: CheckoutRow;
  readonly paid: readonly PaidPayment[];
  /** Of the page of this checkout. */
  readonly address: string;
  readonly link: PayableLink;
  readonly returnTo: string | null;
}

export function paidPage({ checkout, paid, address, link, returnTo }: PaidParts): Html {
  const first = paid[0];
  if (!first) throw new Error('A paid checkout without a payment');
  const wanted = link.product_code !== null && first.voucherCode === null;
  return html`<div class="state" role="status">${mark('good', 'good')}<h2>${first.reversedAt ? 'Paid, and given back' : 'Paid'}</h2>
<p><b>${formatUgx(first.amount)}</b> to <b>${link.company_name}</b></p></div>
${isPaidTwice(checkout.attempts) ? html`<p class="note bad">The network carried out an earlier attempt as well, late: you have paid twice. Show this page to the company to get the second amount back.</p>` : null}
${wanted ? html`<p class="note">You have paid, but no voucher was left. Show this page to the company.</p>` : null}
${paid.map(({ voucherCode }, index) => (voucherCode ? voucher(voucherCode, link.purpose, index) : null))}
${facts([
    ['Phone', phoneText(first.phoneNumber)],
    ['Network', networkWord(first.network)],
    ...(first.networkReference ? [['Network reference', first.networkReference] as const] : []),
    ['Date', `${kampalaTime(new Date(first.finishedAt ?? first.createdAt))} (Kampala)`],
    ['Payment ID', first.transactionId],
  ])}
${returnTo ? html`<a class="button" href="${returnTo}" rel="noreferrer">Return to ${new URL(returnTo).host}</a>` : null}
${paid.map((_, index) => html`<a class="button quiet" href="${address}/receipt/${index + 1}">Receipt${paid.length > 1 ? ` ${index + 1}` : ''} (PDF)</a>`)}
${link.is_once || link.state !== 'active' ? null : html`<p class="hint">Keep the address of this page to see it again. <a href="/pay/${link.code}">Pay once more</a></p>`}`;
}

function voucher(code: string, purpose: string, index: number): Html {
  return html`<div class="voucher"><p>Your voucher for ${purpose}</p><output id="voucher-${index}">${code}</output>
<button type="button" data-copy="#voucher-${index}" hidden>Copy</button></div>`;
}

/** What the last attempt failed of; the form to try again follows. */
export function failedPage(last: AttemptRow): Html {
  return html`<div class="state" role="status">${mark('bad', 'bad')}<h2>Not paid</h2>
<p>${failureText(last)} Nothing was charged.</p></div>`;
}

/** What this browser paid before with a link that takes many payments. */
export function earlierNote(checkout: CheckoutRow, address: string): Html | null {
  const paid = checkout.attempts.find(({ status }) => status === 'SUCCESS');
  if (!paid) return null;
  const amount = formatUgx(toUgx(String(paid.amount)));
  return html`<p class="note">You paid ${amount} here. <a href="${address}">See the payment</a></p>`;
}
