import { setImmediate } from 'node:timers/promises';
import { createErrorList, doubtTexts, type CodeFile } from '@sente/contract/code-file';
import type { BodyOf, ReplyOf } from '@sente/contract/endpoint';
import type { productCodes } from '@sente/contract/product-codes';
import type { Database, Db } from '../db/database.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import { AppError } from '../http/app-error.ts';
import { holdProductForCodes } from '../internet-products/internet-products.service.ts';
import { audit } from '../security/audit.ts';
import type { Sealer } from '../security/secrets.ts';
import { sealVoucher, voucherHashes, type SealedVoucher } from '../security/vouchers.ts';
import { beginUpload, findStoredClear, findStoredHashes, insertCodes } from './upload.queries.ts';
import { readUploadedFile } from './uploaded-file.ts';
import { insertBatch } from './voucher-batches.queries.ts';

type UploadBody = BodyOf<typeof productCodes.upload>;

export interface UploadService {
  /** Stores all of the file or nothing, as one batch. */
  upload(actor: Actor, body: UploadBody): Promise<ReplyOf<typeof productCodes.upload>>;
}

export function createUploadService(database: Database, sealer: Sealer): UploadService {
  return {
    upload: async (actor, body) => {
      const { companyId } = body;
      const file = withoutDoubt(readUploadedFile(body.base64CsvFile), body.doubtfulLines);
      // Before the transaction, which would keep its connection and locks meanwhile.
      const { vouchers, formerHashes } = await sealAll(sealer, companyId, file.codes);
      const store = async (db: Db): Promise<string> => {
        const product = await holdProductForCodes(db, companyId, body.product);
        await beginUpload(db, companyId);
        await refuseStored(db, companyId, { file, vouchers, formerHashes });
        const batchId = uuidV7();
        const batch = { companyId, id: batchId, productId: product.id };
        const numbers = await insertCodes(db, {
          companyId,
          productId: product.id,
          batchId,
          vouchers,
        });
        await insertBatch(
          db,
          { ...batch, uploadedBy: actor.userId, fileName: body.fileName ?? null },
          numbers,
        );
        await audit(db, actor, {
          action: 'productCodes.upload',
          subject: { type: 'companies', id: companyId },
          companyId,
          details: { productCode: product.code, codes: file.codes.length, batchId },
        });
        return batchId;
      };
      const batchId = await database.within(actor.scope, store, 'code upload');
      return { uploaded: file.codes.length, skipped: file.skipped, batchId };
    },
  };
}

interface CheckedFile {
  readonly codes: readonly string[];
  readonly lines: readonly number[];
  readonly skipped: number;
}

/** Titles and formulas are stored only if somebody said that they are codes. */
function withoutDoubt(file: CodeFile, answer: UploadBody['doubtfulLines']): CheckedFile {
  if (file.doubtful.size === 0 || answer === 'upload') return { ...file, skipped: 0 };
  if (answer === undefined) throw new AppError('doubtful_lines', { errors: doubtTexts(file) });
  const kept = file.lines.flatMap((line, index) => (file.doubtful.has(line) ? [] : [index]));
  if (kept.length === 0) {
    throw new AppError('validation_failed', { message: 'No line of the file is left to upload' });
  }
  return {
    codes: kept.map((index) => file.codes[index] ?? ''),
    lines: kept.map((index) => file.lines[index] ?? 0),
    skipped: file.doubtful.size,
  };
}

/** Takes a few milliseconds. */
const sealedAtOnce = 500;

interface SealedCodes {
  readonly vouchers: readonly SealedVoucher[];
  /** Under which former keys of the ring would have stored the code at this index. */
  readonly formerHashes: ReadonlyMap<string, number>;
}

/**
 * With pauses, so that the server answers others meanwhile. Sequential ids (a common prefix and the
 * line) save a fifth of the indexing time.
 */
async function sealAll(
  sealer: Sealer,
  companyId: string,
  codes: readonly string[],
): Promise<SealedCodes> {
  const beginning = uuidV7().slice(0, -8);
  const vouchers: SealedVoucher[] = [];
  const formerHashes = new Map<string, number>();
  for (const [index, code] of codes.entries()) {
    if (index % sealedAtOnce === 0) await setImmediate();
    const id = beginning + (index + 1).toString(16).padStart(8, '0');
    vouchers.push(sealVoucher(sealer, { id, companyId }, code));
    if (sealer.keyNames.length > 1) {
      const [, ...former] = voucherHashes(sealer, companyId, code);
      for (const hash of former) formerHashes.set(hash, index);
    }
  }
  return { vouchers, formerHashes };
}

async function refuseStored(
  db: Db,
  companyId: string,
  { file, vouchers, formerHashes }: SealedCodes & { readonly file: CheckedFile },
): Promise<void> {
  const clear = await findStoredClear(db, companyId, file.codes);
  const hashes = [...vouchers.map(({ hash }) => hash), ...formerHashes.keys()];
  const stored = await findStoredHashes(db, companyId, hashes);
  if (clear.size === 0 && stored.size === 0) return;
  const formerly = new Set([...stored].map((hash) => formerHashes.get(hash)));
  const errors = createErrorList();
  for (const [index, code] of file.codes.entries()) {
    const isStored =
      clear.has(code) || stored.has(vouchers[index]?.hash ?? '') || formerly.has(index);
    if (isStored) errors.add(`Line ${file.lines[index]}: ${code} is already in use`);
  }
  throw new AppError('already_in_use', {
    message: 'Product code is already in use',
    errors: errors.all(),
  });
}
