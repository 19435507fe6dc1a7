import { randomBytes } from 'node:crypto';
import type { Db } from '../api/src/db/database.ts';
import { textArray } from '../api/src/db/array-literal.ts';
import { createProduct } from '../api/test/products.ts';
import { median } from './alternate.ts';
import { buildBenchApp } from './app.ts';
import type { Bench } from './bench.ts';
import { BenchError } from './bench-error.ts';
import { asOwner, asRequests, vacuum } from './databases.ts';
import { signInMember } from './people.ts';
import { rounded, writeResults } from './results.ts';
import { createMigrated } from './server.ts';
import { createCompanies } from './world.ts';

const codeCount = 100_000;

/** A company that uploads, and one into which the same codes are inserted by SQL. */
interface Uploader {
  readonly companyId: string;
  readonly token: string;
  readonly referenceCompanyId: string;
  readonly referenceProductId: string;
}

/** How long an upload of 100,000 vouchers takes, and how much of that is the database. */
export async function measureUpload(bench: Bench): Promise<void> {
  const url = await createMigrated(bench.server, 'bench_upload');
  await vacuum(url);
  const rounds = await asRequests(url, async (database) => {
    const app = await buildBenchApp(database);
    try {
      const address = await app.listen({ host: '127.0.0.1', port: 0 });
      return await asOwner(url, (owner) => measureRounds(bench, owner, address));
    } finally {
      await app.close();
    }
  });
  const figures = {
    codes: codeCount,
    seconds: rounded(median(rounds.map((round) => round.seconds))),
    plainSqlSeconds: rounded(median(rounds.map((round) => round.plainSqlSeconds))),
    ratio: rounded(median(rounds.map((round) => round.seconds / round.plainSqlSeconds))),
  };
  console.log('\nUpload of product codes through HTTP, and the same rows by one plain insert');
  console.table([figures]);
  writeResults(bench, 'upload', { ...figures, rounds });
  await bench.server.dropDatabase('bench_upload');
}

interface Round {
  readonly seconds: number;
  readonly plainSqlSeconds: number;
}

async function measureRounds(bench: Bench, owner: Db, address: string): Promise<Round[]> {
  const rounds: Round[] = [];
  // The first one is a warm-up and does not count.
  for (let round = 0; round <= bench.rounds; round++) {
    const uploader = await createUploader(owner);
    const codes = Array.from({ length: codeCount }, (_, n) => `${newCode()}-${n}`);
    const plainSqlSeconds = await secondsOf(() => insertPlainly(owner, uploader, codes));
    const seconds = await secondsOf(() => upload(address, uploader, codes));
    if (round > 0) rounds.push({ seconds, plainSqlSeconds });
  }
  return rounds;
}

/** In random order, as printed vouchers are. */
function newCode(): string {
  return randomBytes(6).toString('hex').toUpperCase();
}

async function createUploader(owner: Db): Promise<Uploader> {
  const [company, reference] = await createCompaniesAnew(owner);
  await createProduct(owner, company, { code: 'DAY-1' });
  const product = await createProduct(owner, reference);
  return {
    companyId: company,
    token: await signInMember(owner, company),
    referenceCompanyId: reference,
    referenceProductId: product.id,
  };
}

async function createCompaniesAnew(owner: Db): Promise<[string, string]> {
  // Emails repeat, so the users of the previous round are removed.
  await owner.rows("update companies set email = id || '@bench.test'");
  const [one, other] = await createCompanies(owner, 2, 1);
  if (!one || !other) throw new Error('Two companies were made');
  return [one.id, other.id];
}

async function insertPlainly(owner: Db, uploader: Uploader, codes: string[]): Promise<void> {
  await owner.rows(
    `insert into product_codes (company_id, product_id, code)
     select $1, $2, code from unnest($3::text[]) u(code)`,
    [uploader.referenceCompanyId, uploader.referenceProductId, textArray(codes)],
  );
}

async function upload(address: string, uploader: Uploader, codes: string[]): Promise<void> {
  const response = await fetch(`${address}/api/Company/upload-csv`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${uploader.token}` },
    body: JSON.stringify({
      companyId: uploader.companyId,
      base64CsvFile: Buffer.from(`${codes.join('\r\n')}\r\n`).toString('base64'),
      product: 'DAY-1',
    }),
  });
  const answer = await response.text();
  if (response.status !== 200) throw new BenchError(`The upload was refused: ${answer}`);
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}
