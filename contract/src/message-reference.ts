/* Without the schema library, as phone.ts. */

/**
 * What stands before the reference in the messages of MTN ("Transaction ID: 26111900345", "Financial Transaction
 * Id: ...", "ID: ...") and Airtel ("PAID.TID 89123456789.", "Txn ID: MP261119.1530.A12345"), the surest first.
 * That of the shop itself ("External Transaction Id") is another one.
 */
const labels = [
  'financial\\s+transaction\\s+id',
  '(?<!external\\s)(?:transaction|trans|txn)\\.?\\s*id',
  'tid',
  '(?<!external\\s+transaction\\s)id',
  'ref(?:erence)?(?:\\s+(?:no|number))?',
];
/** Letters and digits, with points between them; each part has a digit, and none is an amount. */
const part = '(?!(?:ugx|ushs?|shs)\\d|ugx)(?=[a-z]*\\d)[a-z\\d]+';
const shapes = labels.map(
  (label) => new RegExp(`\\b${label}\\b[\\s.:#-]+(${part}(?:\\.${part})*)`, 'i'),
);

/** Shorter ones are a number of something else, such as of an item. */
export const referenceMinLength = 6;

/** The reference of the network in the text of a message; null: none is named. */
export function referenceInMessage(text: string): string | null {
  return foundIn(text)?.reference ?? null;
}

/** `labelled` is the reference with what stands before it. */
function foundIn(text: string): { readonly reference: string; readonly labelled: string } | null {
  for (const shape of shapes) {
    const [labelled, reference] = shape.exec(text) ?? [];
    if (labelled !== undefined && reference !== undefined && reference.length >= referenceMinLength)
      return { reference, labelled };
  }
  return null;
}

/** Of what somebody typed or pasted: a whole message, or the reference alone with spaces in it. */
export function referenceIn(text: string): string {
  return referenceInMessage(text) ?? text.replaceAll(/\s/g, '');
}

/** Words without a reference that is known: whoever typed them did not mean a reference with spaces in it. */
export function isWithoutReference(text: string): boolean {
  const words = text.match(/(?<!\S)[a-z]{2,}(?=[\s.,:;!]|$)/gi) ?? [];
  return referenceInMessage(text) === null && words.length >= 2;
}

/** What a message says of the payment besides its reference. */
export interface MessageFacts {
  /** What was paid, by the words around it; null: no amount is named, or not in words that are known. */
  readonly paid: number | null;
  /** All that it names, with those of a fee and a balance. */
  readonly amounts: readonly number[];
  /** Whom the money came from; null if it is not said, as in the message of the person who paid. */
  readonly sender: string | null;
  /** It says something besides its reference, so it should name what was paid. */
  readonly isMore: boolean;
}

/* Amounts. One that is written in another way than these is not read, and the message is in doubt. */

/** "5,000", "5000.00", also "5 000" and "5.000"; whole, so that none is read from the middle of another. */
const figure = '(?:\\d{1,3}(?:[ .]\\d{3})+|\\d+(?:,\\d+)*(?:\\.\\d{1,2})?)(?!\\d|[.,]\\d)';
const notInside = '(?<!\\d)(?<!\\d[,. ])\\b';
/** Not "50k", "5 million", a day or a time. */
const isEnd = '(?![a-z]|[-:/]\\d|\\s*(?:k|m|thousand|million)\\b)';
const currency = '(?:ugx|ug\\.?\\s?shs?|ushs?|shs?)';
const after = `(?:\\s*(?:(?:${currency}|shillings?)\\b(?![\\s.:]*\\d)|\\/[=-]))`;
const amount = `(?:\\b${currency}[\\s.:]*(${figure})${isEnd}${after}?|${notInside}(${figure})${after})`;
const amountShape = new RegExp(amount, 'gi');
/** Without a currency: no phone number and no reference. */
const bare = `(?:${notInside}(?!0|\\d{9})(?=[\\d,. ]{3})(${figure})${isEnd})`;
const grouped = bare.replace('(?=', '(?=\\d{1,3},)(?=');
const notFeeNorBalance =
  '(?<!\\b(?:bal|balance|fee|charge|cost|tax|levy)\\b\\W{0,3}(?:is|was|of)?\\W{0,3})';
const isPaid = '\\s+(?:was\\s+|has\\s+been\\s+)?(?:paid|sent|received';
/**
 * How MTN and Airtel name what was paid: "You have sent UGX 5,000", "Your payment of UGX 45000", "PAID.TID 89123456789.
 * UGX 10,000 to", "UGX 10,000 paid to". A fee or a balance that is written like that is none.
 */
const paidShapes = [
  `\\b(?:sent|paid|received|transferred|deposited|payment\\s+of)\\s+(?:${amount}|${bare})`,
  `\\btid[\\s.:#-]+\\w+[\\s.:]+(?:${amount}|${bare})`,
  `${notFeeNorBalance}${amount}${isPaid}|to|from)\\b`,
  `${notFeeNorBalance}${grouped}${isPaid})\\b`,
].map((shape) => new RegExp(shape, 'gi'));
const senderShape = /\bfrom\b\D{0,40}?((?:256|0)\d{9})\b/i;

export function factsInMessage(text: string): MessageFacts {
  const found = new Set(paidShapes.flatMap((shape) => amountsIn(text, shape)));
  const [paid = null] = found;
  return {
    // Of two, one was put in.
    paid: found.size === 1 ? paid : null,
    amounts: amountsIn(text, amountShape),
    sender: senderShape.exec(text)?.[1] ?? null,
    isMore: isMoreThanReference(text),
  };
}

function isMoreThanReference(text: string): boolean {
  const found = foundIn(text);
  return found !== null && /[^\s\p{P}]/u.test(text.replace(found.labelled, ''));
}

function amountsIn(text: string, shape: RegExp): number[] {
  return [...text.matchAll(shape)].map(([, ...figures]) =>
    numberOf(figures.find((each) => each !== undefined) ?? ''),
  );
}

/** A point before three digits divides thousands, as commas and spaces do. */
function numberOf(written: string): number {
  return Number(written.replaceAll(/[, ]|\.(?=\d{3})/g, ''));
}

/** It should say what was paid, but not in words that are known, or it says two amounts: nothing is known of it. */
export function isUnclear({ paid, amounts, isMore }: MessageFacts): boolean {
  return paid === null && (isMore || amounts.length > 0);
}

/** What a message says otherwise than the payment with its reference; null: it says nothing about it, or the same. */
export interface MessageDoubt {
  readonly amount: number | null;
  readonly sender: string | null;
}

/** A message can be changed before it is shown, with the reference of a payment that is true. */
export function doubtOf(
  { paid, amounts, sender }: MessageFacts,
  { amount, lastDigits }: { readonly amount: number; readonly lastDigits: string },
): MessageDoubt | null {
  const said = paid ?? amounts[0];
  const isOtherAmount =
    paid === null ? said !== undefined && !amounts.includes(amount) : paid !== amount;
  const isOtherSender = sender !== null && !sender.endsWith(lastDigits);
  if (!isOtherAmount && !isOtherSender) return null;
  return { amount: isOtherAmount ? (said ?? null) : null, sender: isOtherSender ? sender : null };
}
