import { formatUgx } from '@sente/contract/money';
import { phoneText } from '@sente/contract/phone';
import type { NewsData } from './notify.ts';

/** Of payments of which the network said something else than the books. */
export function checkedWords({
  count = 1,
  amount = 0,
  phoneNumber,
  direction,
  hasFailed,
}: NewsData) {
  const isPayout = direction === 'payout';
  const who =
    count === 1 && phoneNumber
      ? ` ${isPayout ? 'to' : 'from'} ${phoneText(phoneNumber)}`
      : ' in all';
  const why = hasFailed
    ? 'It failed, and the network says that it was paid.'
    : 'What the network said is not clear.';
  const advice = isPayout ? 'Do not send it again meanwhile.' : 'Do not ask again meanwhile.';
  return {
    title: count === 1 ? 'Payment being checked' : `${count} payments being checked`,
    text: `${formatUgx(amount)}${who}. ${why} ${advice}`,
  };
}
