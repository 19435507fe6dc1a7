/** The behaviour of the simulator, selected by the last two digits of 0770 000 0NN or 0700 000 0NN. */
export type BehaviourName = (typeof magicNumbers)[number]['name'];

export const magicNumbers = [
  { ending: '01', name: 'approved', sentence: 'The person approves.' },
  { ending: '02', name: 'refused', sentence: 'The person refuses.' },
  { ending: '03', name: 'no funds', sentence: 'There is not enough money in the wallet.' },
  { ending: '04', name: 'expired', sentence: 'The person does nothing until the prompt expires.' },
  {
    ending: '05',
    name: 'never answers',
    sentence: 'The request gets no answer, but is carried out; the status tells.',
  },
  { ending: '06', name: 'never known', sentence: 'Whoever asks is never told what became of it.' },
  {
    ending: '07',
    name: 'callback only',
    sentence: 'The status stays pending; only the callback tells that it was approved.',
  },
  { ending: '08', name: 'poll only', sentence: 'Approved, but no callback is ever sent.' },
  {
    ending: '09',
    name: 'duplicate callback',
    sentence: 'Approved; the callback comes three times.',
  },
  {
    ending: '10',
    name: 'callback before the answer',
    sentence: 'Approved; the callback comes before the request is answered.',
  },
  {
    ending: '11',
    name: 'wrong amount',
    sentence: 'Approved, but for another amount than was asked for.',
  },
  {
    ending: '12',
    name: 'forged callback',
    sentence: 'Refused, while somebody else sends a callback that says it was approved.',
  },
  {
    ending: '13',
    name: 'late success',
    sentence: 'Failed at first; some time later the network says that it was paid after all.',
  },
  {
    ending: '14',
    name: 'server errors',
    sentence: 'The first three calls end in errors of the network, then all is well.',
  },
  {
    ending: '15',
    name: 'answer lost',
    sentence: 'The connection breaks before the answer, but it is carried out.',
  },
  {
    ending: '16',
    name: 'unreadable answer',
    sentence: 'The request is answered with the page of a gateway, but it is carried out.',
  },
  { ending: '17', name: 'limit reached', sentence: 'A limit of the wallet is reached.' },
  { ending: '18', name: 'no wallet', sentence: 'The number has no mobile-money wallet.' },
  {
    ending: '19',
    name: 'request refused',
    sentence: 'The network turns the request down at once.',
  },
  {
    ending: '20',
    name: 'paid late',
    sentence: 'Approved, but only after ten times the usual time.',
  },
  {
    ending: '99',
    name: 'waits for a person',
    sentence: 'Nothing happens until somebody decides on this page.',
  },
] as const satisfies readonly { ending: string; name: string; sentence: string }[];

/** Network prefix, five zeros, two digits of the table. */
const magicNumber = /^256\d\d00000(\d\d)$/;

/** Any other number approves after the delay, unless a person decides first. */
export function behaviourOf(phoneNumber: string): BehaviourName {
  const ending = magicNumber.exec(phoneNumber)?.[1];
  return magicNumbers.find((magic) => magic.ending === ending)?.name ?? 'approved';
}

/** The number with this behaviour on a network. */
export function magicNumberOf(network: 'MTN' | 'AIRTEL', name: BehaviourName): string {
  const { ending } = magicNumbers.find((magic) => magic.name === name) ?? { ending: '01' };
  return `256${network === 'MTN' ? '77' : '70'}00000${ending}`;
}
