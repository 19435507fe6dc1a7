import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { insertCodes } from '../src/product-codes/upload.queries.ts';
import { insertBatch } from '../src/product-codes/voucher-batches.queries.ts';
import type { Sealer } from '../src/security/secrets.ts';
import { sealVoucher } from '../src/security/vouchers.ts';
import type { DemoAct } from './audit.ts';
import { createChance, type Chance } from './chance.ts';
import type { DemoClock } from './clock.ts';

export interface DemoUpload {
  readonly count: number;
  /** Days before seeding. */
  readonly uploaded: number;
  readonly file: string;
  /** The product that it was uploaded for by mistake. */
  readonly movedFrom?: string;
  /** How many of the last ones were taken out of sale. */
  readonly withdrawn?: number;
}

interface Place {
  readonly companyId: string;
  readonly productId: string;
  readonly productCode: string;
}

export interface VoucherSeeder {
  /** Returns the ids in the order of sale. All vouchers are free until they are sold. */
  seed(place: Place, uploads: readonly DemoUpload[]): Promise<string[]>;
  /** What the audit log says about them. */
  readonly history: readonly DemoAct[];
}

export function createVoucherSeeder(db: Db, clock: DemoClock, sealer: Sealer): VoucherSeeder {
  const chance = createChance(140);
  const history: DemoAct[] = [];
  return {
    history,
    async seed({ companyId, productId, productCode }, uploads) {
      const ids: string[] = [];
      const note = (action: string, at: Date, details: object): void => {
        history.push({ action, at, companyId, email: uploaderEmail, details });
      };
      for (const { count, uploaded, file, movedFrom, withdrawn = 0 } of uploads) {
        const at = clock.on(uploaded, 0.2);
        const batchId = uuidV7(at.getTime());
        const vouchers = Array.from({ length: count }, () =>
          sealVoucher(sealer, { id: uuidV7(), companyId }, voucher(chance)),
        );
        ids.push(...vouchers.map(({ id }) => id));
        const codes = { companyId, productId, batchId, vouchers, createdAt: at };
        const numbers = await insertCodes(db, codes);
        const uploadedBy = await uploaderId(db);
        const batch = { companyId, id: batchId, productId, uploadedBy, fileName: file };
        await insertBatch(db, { ...batch, createdAt: at }, numbers);
        const from = movedFrom ?? productCode;
        note('productCodes.upload', at, { productCode: from, codes: count, batchId });
        if (movedFrom) {
          const details = { batchId, productCode: movedFrom, codes: count, movedTo: productCode };
          note('voucherBatches.move', clock.on(uploaded, 0.3), details);
        }
        for (const { id, hint } of vouchers.slice(count - withdrawn)) {
          const reason = 'Misprinted: customers could not redeem it';
          const withdrawnAt = clock.on(uploaded - 3, 0.4);
          await db.rows(
            `update product_codes set state = 'withdrawn', withdrawn_at = $3, withdrawn_by = $4,
               withdrawn_reason = $5
             where company_id = $1 and id = $2`,
            [companyId, id, withdrawnAt, uploadedBy, reason],
          );
          const details = { codeId: id, voucher: `•••${hint}`, productCode, reason };
          note('productCodes.withdraw', withdrawnAt, details);
        }
      }
      return ids;
    },
  };
}

const uploaderEmail = 'owner@demo-one.test';

async function uploaderId(db: Db): Promise<string> {
  const row = await db.row<{ id: string }>('select id from users where email = $1', [
    uploaderEmail,
  ]);
  if (!row) throw new Error('The person who uploads the demo vouchers is not there');
  return row.id;
}

/** Without letters and digits that look alike in print. The same on every seeding. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

function voucher(chance: Chance): string {
  const part = (): string =>
    Array.from({ length: 4 }, () => letters.charAt(chance.between(0, 31))).join('');
  return `${part()}-${part()}-${part()}`;
}
