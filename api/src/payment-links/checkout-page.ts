import { clockWords, timeWords } from '@sente/contract/kampala';
import { formatUgx } from '@sente/contract/money';
import { phoneText } from '@sente/contract/phone';
import type { NetworkStatus } from '@sente/contract/status';
import { toUgx } from '../db/amounts.ts';
import { mark } from './checkout-frame.ts';
import {
  deadlineOf,
  hasPaidTwice,
  isPaidBefore,
  shownStateOf,
  type AttemptRow,
  type CheckoutRow,
} from './checkout-state.ts';
import { failureText, networkWord } from './checkout-words.ts';
import type { PayableLink } from './checkouts.queries.ts';
import type { PaidPayment } from './checkouts.service.ts';
import { asIs, html, type Html } from './html.ts';

interface WaitingParts {
  readonly checkout: CheckoutRow;
  /** Of this page. */
  readonly address: string;
  readonly network: NetworkStatus | undefined;
  /** The payer wants to use another number. */
  readonly wantsOther: boolean;
}

/** While the payer approves, while the network is late, or while people find out what happened. */
export function waitingPage({ checkout, address, network, wantsOther }: WaitingParts): Html {
  const state = shownStateOf(checkout.attempts);
  const last = checkout.attempts.at(-1);
  if (!last) throw new Error('A checkout without an attempt');
  const name = networkWord(last.network);
  const live = html`<div data-status="${address}/status" data-state="${state}"></div>`;
  if (state === 'checking') {
    return html`<div class="state">
        ${mark('pause')}
        <h2>Being checked</h2>
        <p>
          ${name} has not said for certain what became of this payment. People find out and decide;
          it may take a day.
        </p>
        <p><b>Do not pay again.</b> Keep the address of this page: it shows the result.</p>
      </div>
      ${live}${attemptFacts(last)}`;
  }
  const asked = html`<b>${phoneText(last.phone_number)}</b> to pay
    <b>${formatUgx(toUgx(String(last.amount)))}</b>`;
  return html`<div class="state" role="status">
      ${mark('phone', 'wait')}
      ${state === 'late' ? latePart(name, asked, last) : askedPart(name, asked, network)}
      <p class="wrong" data-offline hidden>
        The line is slow or gone. The payment goes on; this page tries again.
      </p>
    </div>
    ${wrongNumber(last, address, wantsOther)}${live}<noscript
      ><a class="button quiet" href="${address}">Look again</a></noscript
    >`;
}

function askedPart(name: string, asked: Html, network: NetworkStatus | undefined): Html {
  return html`<h2>Approve on your phone</h2>
    <p>${name} asks ${asked}. Enter your PIN there.</p>
    ${waitText(name, network)}`;
}

function latePart(name: string, asked: Html, last: AttemptRow): Html {
  return html`<h2>Waiting for ${name}</h2>
    <p>
      ${name} asked ${asked} by ${clockWords(deadlineOf(last))}, and has not said yet what became of
      it. <b>Do not pay again</b> until it has. This page shows the result by itself.
    </p>`;
}

function waitText(name: string, network: NetworkStatus | undefined): Html {
  if (!network?.wait) return html`<p>This page shows the result by itself.</p>`;
  return html`<p>
    Nine of ten payers on ${name} were done within ${duration(network.wait.slowSeconds)} in the last
    hour. This page shows the result by itself.
  </p>`;
}

/**
 * While a request is open nobody else is asked, because both could be approved and nothing gives the second payment
 * back by itself. So it says when the request ends, and the button is there from then on.
 */
function wrongNumber(last: AttemptRow, address: string, wantsOther: boolean): Html {
  const leftMs = Math.max(0, deadlineOf(last).getTime() - Date.now());
  const phone = html`<b>${phoneText(last.phone_number)}</b>`;
  if (leftMs === 0 && wantsOther) {
    return html`<p class="note" role="alert">
      As soon as ${networkWord(last.network)} has confirmed that the request to ${phone} has ended,
      this page asks for another number by itself.
    </p>`;
  }
  if (leftMs > 0) {
    return html`<div class="other">
      <p class="hint">
        <b>Wrong number?</b> You can change it in <b data-ends="${leftMs}">${timeLeft(leftMs)}</b>.
        Nothing is charged without the PIN of the phone that is asked.
      </p>
    </div>`;
  }
  return html`<div class="other">
    <p class="hint">
      <b>Wrong number?</b> Once ${networkWord(last.network)} has confirmed that the request to
      ${phone} has ended, this page asks for the number again.
    </p>
    <form method="get" action="${address}">
      <button class="button quiet" name="number" value="other">Use another number</button>
    </form>
  </div>`;
}

/** 4:12 */
function timeLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function duration(seconds: number): string {
  if (seconds < 100) return `${Math.ceil(seconds)} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

function attemptFacts({ amount, phone_number: phone, created_at: at }: AttemptRow): Html {
  return facts([
    ['Amount', formatUgx(toUgx(String(amount)))],
    ['Phone', phoneText(phone)],
    ['Asked', `${timeWords(new Date(at))} (Kampala)`],
  ]);
}

function facts(rows: readonly (readonly [string, string])[]): Html {
  return html`<dl>
    ${rows.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd${name === 'Payment ID' ? asIs(' class="whole"') : null}>${value}</dd>
        </div>`,
    )}
  </dl>`;
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
  return html`<div class="state" role="status">
      ${mark('good', 'good')}
      <h2>${paidWord(paid, first)}</h2>
      <p><b>${formatUgx(first.amount)}</b> to <b class="name">${link.company_name}</b></p>
    </div>
    ${paid.map(givenBackNote)}
    ${isPaidBefore(checkout) ? html`<p class="note bad">This was for one payment, and somebody else has paid it before. Show this page to the company to get your money back.</p>` : null}
    ${hasPaidTwice(checkout.attempts) ? html`<p class="note bad">The network carried out an earlier attempt as well, late: you have paid twice. Show this page to the company to get the second amount back.</p>` : null}
    ${wanted ? html`<p class="note">You have paid, but no voucher was left. Show this page to the company.</p>` : null}
    ${paid.map(({ voucherCode }, index) => (voucherCode ? voucher(voucherCode, link.purpose, index) : null))}
    ${facts([
      ['Phone', phoneText(first.phoneNumber)],
      ['Network', networkWord(first.network)],
      ...(first.networkReference ? [['Network reference', first.networkReference] as const] : []),
      ['Date', `${timeWords(new Date(first.finishedAt ?? first.createdAt))} (Kampala)`],
      ['Payment ID', first.transactionId],
    ])}
    ${returnTo ? html`<a class="button" href="${returnTo}" rel="noreferrer">Return to ${new URL(returnTo).host}</a>` : null}
    ${paid.map((_, index) => html`<a class="button quiet" href="${address}/receipt/${index + 1}">Receipt${paid.length > 1 ? ` ${index + 1}` : ''} (PDF)</a>`)}
    ${link.is_once || link.state !== 'active' ? null : html`<p class="hint">Keep the address of this page to see it again. <a href="/pay/${link.code}">Pay once more</a></p>`}`;
}

/** Of all that was paid here: usually one payment. */
function paidWord(paid: readonly PaidPayment[], { reversedAt }: PaidPayment): string {
  if (reversedAt) return 'Paid, and given back';
  const sum = (of: (payment: PaidPayment) => number) =>
    paid.reduce((total, payment) => total + of(payment), 0);
  const givenBack = sum((payment) => payment.givenBack);
  if (givenBack === 0) return 'Paid';
  return givenBack < sum(({ amount }) => amount)
    ? 'Paid, and partly refunded'
    : 'Paid, and refunded';
}

function givenBackNote({ givenBack, amount, phoneNumber }: PaidPayment): Html | null {
  if (givenBack === 0) return null;
  const what = givenBack < amount ? `${formatUgx(givenBack)} of it` : formatUgx(givenBack);
  return html`<p class="note">${what} was given back to ${phoneText(phoneNumber)}.</p>`;
}

function voucher(code: string, purpose: string, index: number): Html {
  return html`<div class="voucher">
    <p>Your voucher for ${purpose}</p>
    <output id="voucher-${index}">${code}</output>
    <button type="button" data-copy="#voucher-${index}" hidden>Copy</button>
  </div>`;
}

/** What the last attempt failed of; the form to try again follows. */
export function failedPage(last: AttemptRow): Html {
  return html`<div class="state" role="status">
    ${mark('bad', 'bad')}
    <h2>Not paid</h2>
    <p>${failureText(last)} Nothing was charged.</p>
  </div>`;
}

/** What this browser paid before with a link that takes many payments. */
export function earlierNote(checkout: CheckoutRow, address: string): Html | null {
  const paid = checkout.attempts.find(({ status }) => status === 'SUCCESS');
  if (!paid) return null;
  const amount = formatUgx(toUgx(String(paid.amount)));
  return html`<p class="note">
    You paid ${amount} here. <a href="${address}">See the payment</a>
  </p>`;
}
