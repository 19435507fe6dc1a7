/** What a code asks for. */
export interface PayRequest {
  readonly accountNumber: string;
  readonly accountName: string;
  /** Whole UGX; null: the payer chooses. */
  readonly amount: number | null;
}

/**
 * What the QR code says, as one line of text:
 *
 *     sente:pay?account=1000000001&amount=5000&currency=UGX&name=Main%20till
 *
 * `account` is the account number and always comes first; `amount` is left out where the payer
 * chooses; `name` is for people to check against. Values are percent-encoded as in any address, so
 * every reader shows the line as it is, and a program takes it apart with an ordinary URL parser.
 */
export function payText({ accountNumber, accountName, amount }: PayRequest): string {
  const parts = [
    ['account', accountNumber],
    ...(amount === null ? [] : [['amount', String(amount)]]),
    ['currency', 'UGX'],
    ['name', accountName],
  ];
  const query = parts.map(([name = '', value = '']) => `${name}=${encodeURIComponent(value)}`);
  return `sente:pay?${query.join('&')}`;
}
