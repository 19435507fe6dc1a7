import { formatUgx } from '@sente/contract/money';
import { networkNames } from '@sente/contract/payments';
import type { NetworkStatus } from '@sente/contract/status';
import { toUgx } from '../db/amounts.ts';
import { networkWord, type Problem } from './checkout-words.ts';
import type { PayableLink } from './checkouts.queries.ts';
import type { TypedPayment } from './checkouts.service.ts';
import { asIs, html, type Html } from './html.ts';

export interface FormParts {
  readonly link: PayableLink;
  readonly action: string;
  /** Of the checkout that it begins. */
  readonly secret: string;
  readonly typed: TypedPayment;
  readonly problems: readonly Problem[];
  readonly networks: readonly NetworkStatus[];
  /** What this browser paid with the link before. */
  readonly earlier?: Html | null;
  readonly isRetry?: boolean;
  /** Without a mistake in the form: nothing else is to be typed. */
  readonly beginsWithNumber?: boolean;
}

type Field = Exclude<Problem['field'], null>;
const inOrder: readonly Field[] = ['amount', 'phoneNumber', 'network'];

/** The field that a payer begins with: the first wrong one, also without a script. */
function firstField({ link, problems, beginsWithNumber }: FormParts): Field | null {
  const wrong = inOrder.find(
    (name) =>
      problems.some(({ field }) => field === name) && (name !== 'amount' || link.kind === 'chosen'),
  );
  return wrong ?? (beginsWithNumber ? 'phoneNumber' : null);
}

const focus = asIs(' autofocus');
const invalid = asIs(' aria-invalid="true"');

export function payForm(parts: FormParts): Html {
  const { link, action, secret, typed, problems, isRetry = false } = parts;
  const text = (of: Problem['field']) => problems.find(({ field }) => field === of)?.text ?? null;
  const price = link.kind === 'chosen' ? null : toUgx(link.amount ?? '0');
  const label = price === null ? 'Pay' : `Pay ${formatUgx(price)}`;
  const first = firstField(parts);
  return html`${parts.earlier ?? null}
    ${[text(null), price === null ? null : text('amount')].map((wrong) => (wrong === null ? null : html`<p class="note bad" role="alert">${wrong}</p>`))}
    <form method="post" action="${action}" autocomplete="on">
      <input type="hidden" name="checkout" value="${secret}" />
      ${price === null ? amountField(link, { typed: typed.amount, wrong: text('amount'), isFirst: first === 'amount' }) : html`<input type="hidden" name="amount" value="${price}" />`}
      <div class="field ${text('phoneNumber') ? 'is-wrong' : ''}">
        <label for="phone">Mobile-money number</label>
        <input
          id="phone"
          name="phoneNumber"
          type="tel"
          inputmode="tel"
          autocomplete="tel"
          required
          maxlength="20"
          placeholder="0772 123 456"
          value="${typed.phoneNumber}"
          aria-describedby="phone-hint"
          ${text('phoneNumber') ? invalid : null}${first === 'phoneNumber' ? focus : null}
        />
        ${below('phone-hint', text('phoneNumber'), 'The phone that pays. It is asked to approve.')}
      </div>
      ${networkField(parts, text('network'), first === 'network')}
      <button class="button" type="submit">
        ${isRetry ? `Try again: ${label.toLowerCase().replace('ugx', 'UGX')}` : label}
      </button>
    </form>`;
}

interface AmountParts {
  readonly typed: string;
  readonly wrong: string | null;
  readonly isFirst: boolean;
}

function amountField(link: PayableLink, { typed, wrong, isFirst }: AmountParts): Html {
  const [least, most] = [toUgx(link.least_amount ?? '0'), toUgx(link.most_amount ?? '0')];
  const hint =
    least > 1 ? `From ${formatUgx(least)} to ${formatUgx(most)}` : `At most ${formatUgx(most)}`;
  return html`<div class="field ${wrong ? 'is-wrong' : ''}">
    <label for="amount">Amount</label>
    <div class="money">
      <span aria-hidden="true">UGX</span
      ><input
        id="amount"
        name="amount"
        type="text"
        inputmode="numeric"
        autocomplete="off"
        required
        maxlength="15"
        value="${typed}"
        data-least="${least}"
        data-most="${most}"
        aria-describedby="amount-hint"
        ${wrong ? invalid : null}${isFirst ? focus : null}
      />
    </div>
    ${below('amount-hint', wrong, hint)}
  </div>`;
}

function networkField(
  { typed, networks }: FormParts,
  wrong: string | null,
  isFirst: boolean,
): Html {
  const hint = 'Chosen by the number. Change it if you kept your number when you changed networks.';
  const down = networks.filter(({ refuses }) => refuses.includes('collection'));
  return html`<fieldset class="${wrong ? 'is-wrong' : ''}">
    <legend>Network</legend>
    <div class="networks">
      ${networkNames.map(
        (name, index) =>
          html`<label
            ><input
              type="radio"
              name="network"
              value="${name}"
              ${typed.network === name ? asIs(' checked') : null}${isFirst && index === 0 ? focus : null} />${networkWord(name)}<i
              class="${name.toLowerCase()}"
              aria-hidden="true"
            ></i
          ></label>`,
      )}
    </div>
    ${below('network-hint', wrong, hint)}
    ${down.map(({ network }) => html`<p class="wrong">${networkWord(network)} does not answer at the moment. Wait, or pay with another network.</p>`)}
  </fieldset>`;
}

/** A mistake has the hint with it, for when it is corrected. */
function below(id: string, wrong: string | null, hint: string): Html {
  return wrong
    ? html`<p class="wrong" id="${id}" data-hint="${hint}" role="alert">${wrong}</p>`
    : html`<p class="hint" id="${id}" data-hint="${hint}">${hint}</p>`;
}
