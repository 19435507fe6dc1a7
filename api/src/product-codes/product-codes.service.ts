import { createErrorList, type CodeFile } from '@sente/contract/code-file';
import type { BodyOf, MetaOf, QueryOf } from '@sente/contract/endpoint';
import {
  maxListedProductCodes,
  type ProductCode,
  type productCodes,
} from '@sente/contract/product-codes';
import { companyExists } from '../db/company.ts';
import type { Database, Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, notFound } from '../http/app-error.ts';
import { holdProductForCodes } from '../internet-products/internet-products.service.ts';
import { audit } from '../security/audit.ts';
import {
  beginUpload,
  countCodes,
  findStored,
  insertCodes,
  listCodes,
  productTypesOf,
  type CodeCounts,
  type ProductCodeRow,
} from './product-codes.queries.ts';
import { readUploadedFile } from './uploaded-file.ts';

type ListQuery = QueryOf<typeof productCodes.ofCompany>;
type ListMeta = MetaOf<typeof productCodes.ofCompany>;
type UploadBody = BodyOf<typeof productCodes.upload>;

export interface ProductCodesService {
  ofCompany(
    actor: Actor,
    companyId: string,
    query: ListQuery,
  ): Promise<{ data: ProductCode[]; meta: ListMeta }>;
  /** Returns the number of codes; stores all of the file or nothing. */
  upload(actor: Actor, body: UploadBody): Promise<number>;
}

export function createProductCodesService(database: Database): ProductCodesService {
  return {
    ofCompany: (actor, companyId, { search = '', used = null, productType = '' }) =>
      database.within(actor.scope, async (db) => {
        if (!(await companyExists(db, companyId))) throw notFound('Company not found');
        const filters = { companyId, search, isUsed: used, productType };
        const rows = await listCodes(db, filters, maxListedProductCodes + 1);
        const isCapped = rows.length > maxListedProductCodes;
        const { all, free, reserved } = isCapped ? await countCodes(db, filters) : countsOf(rows);
        const productTypes = await productTypesOf(db, companyId);
        return {
          data: rows.slice(0, maxListedProductCodes).map(toProductCode),
          meta: {
            totalCount: all,
            availableCount: free,
            reservedCount: reserved,
            isCapped,
            productTypes,
          },
        };
      }),

    upload: async (actor, { companyId, base64CsvFile, product: productCode }) => {
      const file = readUploadedFile(base64CsvFile);
      const store = async (db: Db): Promise<number> => {
        const product = await holdProductForCodes(db, companyId, productCode);
        await beginUpload(db, companyId);
        await refuseStored(db, companyId, file);
        await insertCodes(db, companyId, product.id, file.codes);
        await audit(db, actor, {
          action: 'productCodes.upload',
          subject: { type: 'companies', id: companyId },
          companyId,
          details: { productCode: product.code, codes: file.codes.length },
        });
        return file.codes.length;
      };
      return database.within(actor.scope, store, 'code upload');
    },
  };
}

async function refuseStored(db: Db, companyId: string, file: CodeFile): Promise<void> {
  const stored = await findStored(db, companyId, file.codes);
  if (stored.size === 0) return;
  const errors = createErrorList();
  for (const [index, code] of file.codes.entries()) {
    if (stored.has(code)) errors.add(`Line ${file.lines[index]}: ${code} is already in use`);
  }
  throw new AppError('already_in_use', {
    message: 'Product code is already in use',
    errors: errors.all(),
  });
}

function countsOf(rows: readonly ProductCodeRow[]): CodeCounts {
  const count = (wanted: ProductCodeRow['state']) =>
    rows.filter(({ state }) => state === wanted).length;
  return { all: rows.length, free: count('free'), reserved: count('reserved') };
}

/** A reserved code is not used yet: the payer may still decline. */
function toProductCode(row: ProductCodeRow): ProductCode {
  return {
    record_id: row.id,
    code: row.code,
    product_type: row.product_code,
    record_date: row.created_at.toISOString(),
    used: row.state === 'used' ? '1' : '0',
    used_date: row.used_at?.toISOString() ?? null,
  };
}
