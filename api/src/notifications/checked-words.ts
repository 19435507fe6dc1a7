import { formatUgx } from '@sente/contract/money';
import { phoneText } from '@sente/contract/phone';
import type { Doubt, NewsData } from './notify.ts';

/** Of payments of one direction of which the network said something else than the books. */
export function checkedWords(data: NewsData) {
  const { count = 1, amount = 0, phoneNumber, direction, doubt = 'open' } = data;
  const isPayout = direction === 'payout';
  const isOne = count === 1;
  const noun = isPayout ? 'payout' : 'payment';
  const who =
    isOne && phoneNumber ? ` ${isPayout ? 'to' : 'from'} ${phoneText(phoneNumber)}` : ' in all';
  const why = (isOne ? ofOne : ofSeveral)[doubt];
  return {
    title: isOne
      ? `${isPayout ? 'Payout' : 'Payment'} being checked`
      : `${count.toLocaleString('en-US')} ${noun}s being checked`,
    text: `${formatUgx(amount)}${who}. ${why} ${adviceOf(doubt, isPayout, isOne)}`,
  };
}

type Whys = Readonly<Record<Doubt, string>>;
const ofOne: Whys = {
  failed: 'It failed, and the network says that it was paid.',
  open: 'What became of it is not certain.',
  paid: 'It is booked as paid, and the network says that it was not.',
};
const ofSeveral: Whys = {
  failed: 'They failed, and the network says that they were paid.',
  open: 'What became of them is not certain.',
  paid: 'They are booked as paid, and the network says that they were not.',
};

function adviceOf(doubt: Doubt, isPayout: boolean, isOne: boolean): string {
  const [it, they] = isOne ? ['it', 'it stays'] : ['them', 'they stay'];
  if (doubt === 'paid') return `The provider decides whether ${they} booked.`;
  return isPayout ? `Do not send ${it} again meanwhile.` : 'Do not ask again meanwhile.';
}
