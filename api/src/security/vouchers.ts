import type { Sealer, Unreadable } from './secrets.ts';

/** A voucher as the database keeps it: encrypted, or in clear until the servers have encrypted it. */
export interface StoredVoucher {
  readonly company_id: string;
  readonly id: string;
  readonly code: string | null;
  readonly sealed: Buffer | null;
  readonly key_name: string | null;
  readonly hint: string | null;
}

/** Its columns; `c` is the row of product_codes. */
export const voucherColumns = 'c.company_id, c.id, c.code, c.sealed, c.key_name, c.hint';

/** The voucher of a payment among the columns of another row. */
export interface SoldVoucherRow {
  /** Null unless one was sold. */
  readonly voucher_id: string | null;
  readonly voucher_company_id: string | null;
  readonly voucher_clear: string | null;
  readonly voucher_sealed: Buffer | null;
  readonly voucher_key_name: string | null;
  readonly voucher_hint: string | null;
}

/** With `soldVoucherJoin`; `p` is the payment. */
export const soldVoucherColumns = `c.id as voucher_id, c.company_id as voucher_company_id,
  c.code as voucher_clear, c.sealed as voucher_sealed, c.key_name as voucher_key_name,
  c.hint as voucher_hint`;

/** Only when the sale is SUCCESS; until then the voucher is reserved. Never read by going through all of them. */
export const soldVoucherJoin = `left join lateral (
    select * from product_codes c where c.company_id = p.company_id
      and c.id = p.product_code_id and c.payment_id = p.id and p.status = 'SUCCESS' offset 0
  ) c on true`;

export function soldVoucherOf(row: SoldVoucherRow): StoredVoucher | null {
  const { voucher_id: id, voucher_company_id: companyId } = row;
  if (id === null || companyId === null) return null;
  return {
    company_id: companyId,
    id,
    code: row.voucher_clear,
    sealed: row.voucher_sealed,
    key_name: row.voucher_key_name,
    hint: row.voucher_hint,
  };
}

export interface SealedVoucher {
  readonly id: string;
  readonly sealed: Buffer;
  readonly keyName: string;
  readonly hash: string;
  readonly hint: string;
}

export function sealVoucher(
  sealer: Sealer,
  { id, companyId }: { readonly id: string; readonly companyId: string },
  code: string,
): SealedVoucher {
  return {
    id,
    ...sealer.seal(code, { id, companyId }),
    hash: sealer.mark(marked(companyId, code)),
    hint: hintOf(code),
  };
}

/** The hashes under which a code may be stored: that of the current key first. */
export function voucherHashes(sealer: Sealer, companyId: string, code: string): string[] {
  return sealer.marks(marked(companyId, code));
}

/** The same code of two companies has different hashes. */
function marked(companyId: string, code: string): string {
  return `voucher|${companyId}|${code}`;
}

export function openVoucher(
  sealer: Sealer,
  voucher: StoredVoucher,
): { readonly secret: string } | { readonly unreadable: Unreadable } {
  const { code, sealed, key_name: keyName } = voucher;
  if (code !== null) return { secret: code };
  if (sealed === null || keyName === null) return { unreadable: 'damaged' };
  return sealer.open({ sealed, keyName }, { id: voucher.id, companyId: voucher.company_id });
}

/** For people who may not see it, such as •••7QX. */
export function maskVoucher({ code, hint }: Pick<StoredVoucher, 'code' | 'hint'>): string {
  return `•••${hint ?? hintOf(code ?? '')}`;
}

export const longestHint = 3;

/** The last characters, at most a third of the code. Never half of a character. */
function hintOf(code: string): string {
  const characters = Array.from(code);
  const length = Math.min(longestHint, Math.floor(characters.length / 3));
  return length === 0 ? '' : characters.slice(-length).join('');
}
