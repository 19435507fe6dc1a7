import { phoneText } from '@sente/contract/phone';
import { formatAmount } from '../lib/money.ts';

interface Subject {
  readonly title: string;
  readonly detail: string | null;
}

/** What an event is about, from what is sent of it. A later version of the server may send other things. */
function eventSubject(type: string, payload: unknown): Subject {
  const data = recordOf(payload);
  const text = (name: string): string | null => textOf(data[name]);
  const amount = typeof data['amount'] === 'number' ? `UGX ${formatAmount(data['amount'])}` : null;
  const [noun] = type.split('.');
  if (noun === 'bulk_payout') {
    const lines = typeof data['lineCount'] === 'number' ? data['lineCount'] : null;
    return {
      title: text('name') ?? 'Bulk payout',
      detail: joined(amount, lines === null ? null : `${lines} ${lines === 1 ? 'line' : 'lines'}`),
    };
  }
  if (noun === 'settlement') {
    const bank = joined(text('bank'), text('bankAccountNumber'));
    return { title: joined(amount, bank) ?? 'Settlement', detail: text('reference') };
  }
  const phone = text('phoneNumber');
  const way = { collection: 'in', payout: 'out' }[text('direction') ?? ''];
  const money = amount && (way ? `${amount} ${way}` : amount);
  return {
    title: joined(phone && phoneText(phone), money) ?? 'No payment',
    detail: text('reference'),
  };
}

export function EventSubject({ type, data }: { type: string; data: unknown }) {
  const { title, detail } = eventSubject(type, data);
  return (
    <>
      <span className="tabular sm:whitespace-nowrap">{title}</span>
      {detail === null ? null : (
        <span className="block max-w-72 truncate text-13 text-muted" title={detail}>
          {detail}
        </span>
      )}
    </>
  );
}

/** The `data` of what was sent, and its number at the company. */
export function sentOf(payload: unknown): {
  readonly data: unknown;
  readonly number: number | null;
} {
  const { data, sequence } = recordOf(payload);
  return { data, number: typeof sequence === 'number' ? sequence : null };
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function joined(...parts: readonly (string | null)[]): string | null {
  return parts.filter(Boolean).join(' · ') || null;
}
