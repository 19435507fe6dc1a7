import type { Database } from '../db/database.ts';
import { findPicture } from '../pictures/kept-pictures.ts';
import { pictureNamed } from '../pictures/picture.ts';
import { receiptNumber } from '../receipts/receipt-number.ts';
import { writeReceipt } from '../receipts/receipt-pdf.ts';
import type { PayableLink } from './checkouts.queries.ts';
import type { PaidPayment } from './checkouts.service.ts';

/**
 * The receipt with the number that the company's own has. The payer does not learn from it what the company keeps to
 * itself: its account, and what the provider charges.
 */
export async function payerReceipt(
  database: Database,
  link: PayableLink,
  payment: PaidPayment,
): Promise<{ readonly fileName: string; readonly content: Buffer }> {
  const number = receiptNumber(payment.receiptId);
  const named = link.logo === null ? undefined : pictureNamed(link.logo.replace('/logos/', ''));
  const logo = named && (await findPicture(database.unscoped, named.hash));
  const { phoneNumber, network, networkReference, transactionId: shortId } = payment;
  const content = await writeReceipt(
    {
      id: payment.receiptId,
      number,
      whyNone: null,
      mark: database.unscoped.mode === 'test' ? 'test' : payment.reversedAt ? 'reversed' : null,
      company: issuerOf(link),
      title: 'Payment',
      purpose: link.purpose,
      amount: payment.amount,
      refunded: payment.givenBack,
      fee: 0,
      tax: 0,
      net: null,
      accountName: '',
      party: { role: 'payer', phoneNumber, network, networkReference, shortId },
      voucher: payment.voucherCode ? { id: payment.receiptId, masked: payment.voucherCode } : null,
      reference: payment.reference,
      date: payment.finishedAt ?? payment.createdAt,
      status: 'completed',
    },
    logo?.bytes ?? null,
  );
  return { fileName: `receipt-${number}.pdf`, content };
}

/** As on the company's own receipt, so that the payer can ask it. */
function issuerOf(link: PayableLink) {
  const {
    company_id: id,
    company_name: name,
    company_address: address,
    company_phone: phone,
  } = link;
  return { id, name, address, phone, logo: null };
}
