import type { ReactNode } from 'react';

const Keyword = ({ children }: { children: ReactNode }) => (
  <span className="text-info-text">{children}</span>
);
const Text = ({ children }: { children: ReactNode }) => (
  <span className="text-success-text">{children}</span>
);
const Note = ({ children }: { children: ReactNode }) => (
  <span className="text-muted">{children}</span>
);

/** Sells one voucher with client/sente-client.ts of the repository, as client/example.ts does. */
export function CodeExample() {
  return (
    <figure className="min-w-0 overflow-hidden rounded-xl border bg-surface-raised">
      <figcaption className="flex items-center justify-between border-b px-4 py-2.5 text-13 text-muted">
        <span className="font-mono">sell-voucher.ts</span>
        <span>Node</span>
      </figcaption>
      {/* Scrolls on a phone instead of breaking its lines, and can be reached to do so by the keyboard. */}
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="region"
        aria-label="sell-voucher.ts"
        className="overflow-x-auto px-4 py-4 font-mono text-xs leading-6 -outline-offset-2 sm:text-13 sm:leading-6"
      >
        <code>
          <Keyword>const</Keyword> sente = createSenteClient({'{\n'}
          {'  baseUrl, channelId, secretKey,\n'}
          {'});\n\n'}
          <Keyword>const</Keyword> {'{ transactionId } = '}
          <Keyword>await</Keyword> sente.collect(
          {'\n  {\n    phoneNumber: '}
          <Text>&apos;0772 123 456&apos;</Text>
          {',\n    amount: 1000,\n    productCode: '}
          <Text>&apos;WIFI-1H&apos;</Text>
          {',\n    reference: '}
          <Text>&apos;Order 1041&apos;</Text>
          {',\n  },\n  '}
          <Note>{'// However often it is sent: charged once.'}</Note>
          {'\n  { idempotencyKey: '}
          <Text>&apos;order-1041&apos;</Text>
          {' },\n);\n\n'}
          <Keyword>const</Keyword> payment = <Keyword>await</Keyword> sente.waitFor(transactionId);
          {'\n'}
          console.log(payment.status, payment.voucherCode);
        </code>
      </pre>
    </figure>
  );
}
