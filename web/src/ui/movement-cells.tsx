import { networkWord } from '@sente/contract/payments';
import { phoneText } from '@sente/contract/phone';
import { DateText } from './date-display.tsx';

/* The cells of every list of transactions or movements. */

interface PhoneOrDescriptionProps {
  readonly phoneNumber: string | null;
  readonly network: string | null;
  readonly description: string;
  readonly reference: string | null;
}

/** What people look for first: a phone number, or else a description of two lines. Leads to the page of the transaction. */
export function PhoneOrDescription(props: PhoneOrDescriptionProps) {
  const { phoneNumber, network, description, reference } = props;
  const below = (phoneNumber ? [network && networkWord(network), description] : [reference])
    .filter(Boolean)
    .join(' · ');
  return (
    <>
      {phoneNumber ? (
        <span className="tabular whitespace-nowrap">{phoneText(phoneNumber)}</span>
      ) : (
        <span className="line-clamp-2 wrap-anywhere" title={description}>
          {description || 'No description'}
        </span>
      )}
      <span
        title={below}
        className="tabular line-clamp-1 text-xs font-normal break-all text-muted empty:hidden"
      >
        {below}
      </span>
    </>
  );
}

/** With seconds, because the order matters. */
export function Moment({ at }: { at: string | null }) {
  return (
    <>
      <DateText value={at} />{' '}
      <DateText value={at} format="seconds" className="text-muted sm:block sm:text-xs" />
    </>
  );
}
