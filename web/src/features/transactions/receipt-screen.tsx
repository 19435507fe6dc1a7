import { formatUgx } from '@sente/contract/money';
import { phoneText } from '@sente/contract/phone';
import { receiptLines, receiptMark } from '@sente/contract/receipt-lines';
import type { Receipt } from '@sente/contract/receipts';
import { transactions } from '@sente/contract/transactions';
import { useQuery } from '@tanstack/react-query';
import { Download, Printer, ReceiptText, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { callFile } from '../../api/call-file.ts';
import { errorText } from '../../api/error-text.ts';
import { queryState } from '../../api/query-state.ts';
import { downloadFile } from '../../lib/download-csv.ts';
import { useCan } from '../../session/permissions.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LogoImage } from '../../ui/logo-image.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.tsx';
import { VoucherCode } from '../../ui/voucher-code.tsx';
import { SendLinks } from '../../ui/send-links.tsx';
import { placesOf, TransactionNotLoaded, type Portal } from './transaction-portal.tsx';
import { transactionQueries } from './transaction-queries.ts';

interface ReceiptScreenProps {
  /** Of a transaction, or of a mobile-money request. */
  id: string;
  portal: Portal;
}

/** The receipt as it is printed; the PDF says the same. */
export function ReceiptScreen({ id, portal }: ReceiptScreenProps) {
  const { data, failure, isLoading } = queryState(useQuery(transactionQueries.receipt(id)));
  const places = placesOf[portal];
  return (
    <div className="mx-auto w-full max-w-2xl print:max-w-none">
      <div data-print="hide">
        <PageHeader
          back={{ to: places.transaction(id), label: 'Transaction' }}
          title="Receipt"
          subtitle={data?.number ?? undefined}
          actions={data?.number ? <ReceiptActions receipt={data} /> : null}
        />
      </div>
      {failure ? (
        <TransactionNotLoaded {...failure} portal={portal} failedTitle="Failed to load receipt" />
      ) : null}
      {isLoading ? <SkeletonRows count={7} label="Loading receipt" /> : null}
      {data?.number ? <Sending receipt={data} /> : null}
      {data?.number ? <Paper receipt={data} /> : null}
      {data && data.number === null ? (
        <EmptyState
          icon={<ReceiptText />}
          title="There is no receipt"
          hint={data.whyNone ?? undefined}
          action={<ButtonLink to={places.transaction(id)}>View transaction</ButtonLink>}
        />
      ) : null}
    </div>
  );
}

/** Saves the PDF through the browser, and tells if it failed. */
async function saveReceipt({ id, number }: Receipt): Promise<void> {
  try {
    const file = await callFile(transactions.receiptFile, { params: { id } });
    downloadFile(file.fileName ?? `receipt-${number}.pdf`, file.content);
  } catch (error) {
    notify.error(errorText(error, 'Failed to download the receipt'));
  }
}

function ReceiptActions({ receipt }: { receipt: Receipt }) {
  return (
    <>
      <Button icon={<Printer />} onClick={() => window.print()}>
        Print
      </Button>
      <Button
        variant="primary"
        icon={<Download />}
        busyLabel="Downloading..."
        onClick={() => saveReceipt(receipt)}
      >
        Download PDF
      </Button>
    </>
  );
}

/** To the other side's number, as text; a phone also shares the PDF with any of its programs. */
function Sending({ receipt }: { receipt: Receipt }) {
  const number = receipt.party?.phoneNumber ?? '';
  return (
    <p data-print="hide" className="mb-4 flex flex-wrap items-center gap-x-5 gap-y-1 text-13">
      <span className="text-muted">
        {number ? `Send it to ${phoneText(number)}` : 'Send it'}, without a voucher:
      </span>
      <SendLinks phoneNumber={number} text={messageOf(receipt)} prefix="" />
      {canShareFiles() ? (
        <button type="button" className={sendClass} onClick={() => void sharePdf(receipt)}>
          Share the PDF <Share2 aria-hidden="true" className="size-3.5" />
        </button>
      ) : null}
    </p>
  );
}

const sendClass =
  'inline-flex min-h-6 items-center gap-1.5 rounded-sm text-accent-text underline underline-offset-3';

function messageOf(receipt: Receipt): string {
  const { company, title, amount } = receipt;
  const mark = receiptMark(receipt);
  const lines = receiptLines(receipt)
    .filter(({ label }) => sentLines.has(label))
    .map(({ label, value }) => `${label}: ${value}`);
  const marked = mark ? ` (${mark.word})` : '';
  return [`${company.name}: ${title}${marked}, ${formatUgx(amount)}`, ...lines].join('\n');
}

/** What the other side needs; fees and accounts are the company's. */
const sentLines = new Set([
  'Receipt Number',
  'Date',
  'Refunded',
  'For',
  'Network Reference',
  'Reference',
]);

/** Phones can; most computers cannot. */
function canShareFiles(): boolean {
  const sample = new File([''], 'receipt.pdf', { type: 'application/pdf' });
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [sample] });
}

async function sharePdf({ id, number }: Receipt): Promise<void> {
  try {
    const file = await callFile(transactions.receiptFile, { params: { id } });
    const name = file.fileName ?? `receipt-${number}.pdf`;
    await navigator.share({ files: [new File([file.content], name, { type: 'application/pdf' })] });
  } catch (error) {
    // Whoever closes the choice of programs has shared nothing on purpose.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    notify.error(errorText(error, 'Failed to share the receipt'));
  }
}

function Paper({ receipt }: { receipt: Receipt }) {
  const { company, title, amount } = receipt;
  return (
    <article
      aria-label={`Receipt ${receipt.number}`}
      className="rounded-lg border bg-surface p-6 sm:p-8 print:border-0 print:p-0"
    >
      <header className="flex items-start gap-4 border-b pb-5">
        {company.logo ? <LogoImage src={company.logo} size="lg" /> : null}
        <div className="min-w-0">
          <h2 className="text-lg wrap-anywhere">{company.name}</h2>
          <p className="text-13 wrap-anywhere text-muted">{company.address}</p>
          <p className="tabular text-13 text-muted">{phoneText(company.phone)}</p>
        </div>
        <p className="ml-auto hidden text-lg font-semibold print:block">Receipt</p>
      </header>
      <Mark receipt={receipt} />
      <p className="mt-5 text-13 text-muted">{title}</p>
      <p className="tabular text-3xl font-semibold">{formatUgx(amount)}</p>
      <dl className="mt-5">
        {receiptLines(receipt).map(({ label, value }) => (
          <Line key={label} label={label}>
            {value}
          </Line>
        ))}
        <Voucher receipt={receipt} />
      </dl>
    </article>
  );
}

function Mark({ receipt }: { receipt: Receipt }) {
  const mark = receiptMark(receipt);
  if (!mark) return null;
  const { word, text } = mark;
  return (
    <div className="mt-5 rounded-lg border-2 border-danger-line bg-danger-soft px-4 py-3 text-danger-text">
      <p className="text-3xl font-bold tracking-wide uppercase">{word}</p>
      <p>{text}</p>
    </div>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid items-baseline gap-x-4 border-b py-2.5 [&_button]:-my-1.5 last:border-b-0 sm:grid-cols-[11rem_1fr] print:grid-cols-[11rem_1fr]">
      <dt className="text-muted">{label}</dt>
      <dd className="tabular min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

/** In clear for those who may reveal it: what they revealed is on the paper as well. */
function Voucher({ receipt: { voucher, company } }: { receipt: Receipt }) {
  const mayReveal = [useCan('canRevealCodes'), useCan('staffMoney')];
  if (!voucher) return null;
  return (
    <Line label="Voucher">
      <VoucherCode
        companyId={company.id}
        codeId={voucher.id}
        masked={voucher.masked}
        canReveal={mayReveal.includes(true)}
      />
    </Line>
  );
}
