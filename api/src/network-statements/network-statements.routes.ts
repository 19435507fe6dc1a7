import type { networkStatements, StatementFile } from '@sente/contract/network-statements';
import type { Handlers } from '../http/serve.ts';
import type { NetworkStatementsService } from './network-statements.service.ts';

export function networkStatementsRoutes(
  service: NetworkStatementsService,
): Handlers<typeof networkStatements> {
  return {
    list: ({ actor, query }) => service.list(actor, query),
    get: async ({ actor, params }) => ({ data: await service.get(actor, params.id) }),
    lines: ({ actor, params, query }) => service.lines(actor, params.id, query),
    badLines: ({ actor, params, query }) => service.badLines(actor, params.id, query),
    withdraw: async ({ actor, params, body }) => ({
      data: await service.withdraw(actor, params.id, body.reason),
    }),
    upload: async ({ actor, query, upload }) => {
      const { file, isNew } = await service.upload(actor, query, upload);
      return { data: file, message: isNew ? resultText(file) : knownText(file) };
    },
  };
}

const count = (number: number): string => number.toLocaleString('en-US');

function resultText({ newLines, knownLines, badLines }: StatementFile): string {
  const bad = badLines === 1 ? '1 bad line' : `${count(badLines)} bad lines`;
  return `${count(newLines)} new, ${count(knownLines)} known, ${bad}`;
}

function knownText({ name, state }: StatementFile): string {
  return state === 'importing'
    ? `The same file is being imported now, as ${name}. Nothing was added.`
    : `The same file was imported before, as ${name}. Nothing was added.`;
}
