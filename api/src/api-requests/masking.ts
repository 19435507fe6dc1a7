/** Longest part of a body that is kept, in characters. */
const longestBody = 4_096;

/** What a log must not tell: secrets, and what a payer alone may know. */
const secretField = /secret|signature|password|token|voucher|^pin$|pin_?code/i;
/** People's names; those of accounts and products are the company's own. */
const nameField =
  /^(?:name|network_?name|payer_?name|recipient_?name|customer_?name|first_?name|last_?name)$/i;
/** Sentences that compare a name with the one that a network has. */
const saidName = /\bsays (?!that)[^,]+/g;
const phoneField = /phone|msisdn/i;
/** Numbers of mobile money, also within other texts. */
const phoneText = /(?<!\d)(?:\+?256|0)7\d{8}(?!\d)/g;
const cardText = /(?<!\d)\d{13,19}(?!\d)/g;
/** Every number of either kind has as many. Most texts have not, and need not be searched for both. */
const manyDigits = /\d{10}/;

/** The middle digits are hidden: 256772•••001. */
function maskPhone(text: string): string {
  const digits = text.replaceAll(/\D/g, '');
  if (digits.length < 7) return '•••';
  return `${digits.slice(0, -6)}•••${digits.slice(-3)}`;
}

/** Numbers of phones and cards in a text of any kind. */
export function maskText(text: string): string {
  if (!manyDigits.test(text)) return text;
  return text.replaceAll(phoneText, maskPhone).replaceAll(cardText, (digits) => maskPhone(digits));
}

/** Null without a body. */
export function maskBody(body: unknown): string | null {
  if (body === undefined || body === null) return null;
  const masked = JSON.stringify(maskValue('', body));
  return masked.length > longestBody ? `${masked.slice(0, longestBody)}…` : masked;
}

function maskValue(field: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => maskValue(field, each));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [maskText(name), maskValue(name, each)]),
    );
  }
  if (value === null || value === undefined) return value;
  if (secretField.test(field)) return '•••';
  if (typeof value === 'number' && phoneField.test(field)) return maskPhone(String(value));
  if (typeof value !== 'string') return value;
  if (phoneField.test(field)) return maskPhone(value);
  if (nameField.test(field)) return `${value.slice(0, 1)}•••`;
  return maskText(
    /^(?:faults|warnings)$/.test(field) ? value.replaceAll(saidName, 'says •••') : value,
  );
}
