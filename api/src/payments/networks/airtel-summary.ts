import { lookUp, type AuthorizedCall } from './authorized-call.ts';
import type { ListedRange, ListedTransaction } from './connector.ts';
import { asObject, asText, type JsonObject } from './network-http.ts';

const pageSize = 100;
/** A wallet with more in a range than this has its statement imported as a file. */
const mostPages = 500;

/** The summary of Airtel: the only call with the fees and both parties. */
export async function listTransactions(
  callOf: (path: string) => AuthorizedCall,
  { from, to }: ListedRange,
): Promise<ListedTransaction[] | { readonly why: string }> {
  const listed: ListedTransaction[] = [];
  const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);
  for (let page = 0; page < mostPages; page++) {
    const query = `from=${seconds(from)}&to=${seconds(to)}&limit=${pageSize}&offset=${page * pageSize}`;
    const answer = await lookUp(callOf(`/merchant/v1/transactions?${query}`));
    if ('why' in answer) return answer;
    const rows = asObject(answer.json['data'])?.['transactions'];
    if (answer.status !== 200 || !Array.isArray(rows)) return { why: `HTTP ${answer.status}` };
    listed.push(...rows.map((row) => readTransaction(asObject(row) ?? {})));
    if (rows.length < pageSize) return listed;
  }
  return { why: `There are more than ${mostPages * pageSize} transactions` };
}

function readTransaction(row: JsonObject): ListedTransaction {
  const part = (name: string): JsonObject => asObject(row[name]) ?? {};
  const transaction = part('transaction');
  return {
    reference: asText(transaction['airtel_money_id']) || null,
    orderId: asText(transaction['id']) || null,
    service: asText(part('service')['type']),
    status: asText(transaction['status']),
    amount: asText(transaction['amount']),
    fee: asText(part('charges')['service']),
    payer: asText(part('payer')['msisdn']),
    payee: asText(part('payee')['msisdn']),
    atMs: momentOf(Number(asText(transaction['created_at']))),
  };
}

/** Some hosts write seconds, others milliseconds. */
function momentOf(number: number): number | null {
  if (!Number.isSafeInteger(number) || number <= 0) return null;
  return number < 1e11 ? number * 1000 : number;
}
