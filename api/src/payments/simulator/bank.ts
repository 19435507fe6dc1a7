import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { readCsv, Wrong } from '@sente/contract/statement-file';
import type { FastifyInstance } from 'fastify';
import type { StatementRow } from './planted-differences.ts';

/** UGX on the provider's bank account at the start. */
export const startingBankBalance = 2_500_000_000;

/** Money that moved on the provider's bank account. */
interface BankMovement {
  readonly reference: string;
  readonly text: string;
  readonly direction: 'in' | 'out';
  /** UGX. */
  readonly amount: number;
  readonly at: number;
}

export interface Bank {
  /** Oldest first, with the balance that each left. */
  rows(): StatementRow[];
  /** Pays each line of a batch file, and returns what goes to a closed account. Throws `Wrong`. */
  pay(file: string): readonly BankMovement[];
}

/** Account numbers with this ending are closed: the bank sends the money back. */
const closedEnding = '000';
const columns = ['Reference', 'Beneficiary', 'Bank', 'Branch', 'Account', 'Amount', 'Narration'];

/** The provider's bank account. It is kept across restarts in a file with one line for each movement. */
export function createBank(file: string | null): Bank {
  const movements: BankMovement[] = file && existsSync(file) ? readMovements(file) : [];
  const add = (movement: BankMovement): BankMovement => {
    movements.push(movement);
    if (file) appendFileSync(file, `${JSON.stringify(movement)}\n`, { mode: 0o600 });
    return movement;
  };
  return {
    rows: () => {
      let balance = startingBankBalance;
      return movements.map((movement) => {
        balance += movement.direction === 'in' ? movement.amount : -movement.amount;
        return { ...movement, phoneNumber: '', fee: 0, balance };
      });
    },
    pay: (content) => {
      const orders = readOrders(content);
      const paid = new Set(movements.map(({ text }) => text));
      const repeated = orders.find(({ text }) => paid.has(text));
      if (repeated) throw new Wrong(`"${repeated.text}" was paid before.`);
      return orders.flatMap(({ account, amount, text }) => {
        const reference = `FT${2_610_000_000 + movements.length}`;
        const at = Date.now();
        const out = add({ reference, text, direction: 'out', amount, at });
        if (!account.endsWith(closedEnding)) return [out];
        const back = { reference: `${reference}R`, text: `Returned: ${text}`, amount, at };
        return [out, add({ ...back, direction: 'in' })];
      });
    },
  };
}

function readMovements(file: string): BankMovement[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as BankMovement);
}

function readOrders(content: string) {
  const [header = [], ...lines] = readCsv(content.replace(/^\ufeff/, ''));
  if (header.join() !== columns.join()) throw new Wrong('This is no batch of settlements.');
  return lines.map(([, , , , account = '', amount = '', text = ''], index) => {
    const ugx = Number(amount);
    if (!(ugx > 0)) throw new Wrong(`Line ${index + 2} has no amount.`);
    return { account, amount: ugx, text };
  });
}

export function serveBank(app: FastifyInstance, bank: Bank): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser('text/csv', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/simulator/bank/batches', async (request, reply) => {
      try {
        return { movements: bank.pay(String(request.body)) };
      } catch (error) {
        if (!(error instanceof Wrong)) throw error;
        return reply.code(400).send({ message: error.message });
      }
    });
  });
}
