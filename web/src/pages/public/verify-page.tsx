import { FileCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { cn } from '../../lib/cn.ts';
import { lateChosen } from '../../ui/late.tsx';
import { useFileDrop } from '../../ui/use-file-drop.ts';

const ResultsPanel = lateChosen(() => import('../../features/statement-check/results-panel.tsx'));

const steps = [
  'The signature: that Sente wrote the file and nobody changed a character of it.',
  'The sums: that the opening balance and all movements make the closing balance.',
  'The chain: that no movement was changed, removed, added or exchanged, since each one has the hash of the one before.',
  'The pages of a PDF: that not a byte of what people read was changed. Older PDFs prove the attached statement only, and say so.',
  'Several statements of an account: that each begins where the one before ended.',
  'The end of its days: a statement that was made before its last day was over, or less than ten minutes after, or of which a part is missing, is proved in part.',
  'A proof of liabilities: that the balance of a company is in the signed sum of what Sente owes, beside books that sum to zero, that everybody was shown the same root, and that a later day names the one before.',
];

export default function VerifyPage() {
  // The number makes the same files be checked again when they are chosen again.
  const [chosen, setChosen] = useState<{ number: number; files: readonly File[] } | null>(null);

  function choose(files: readonly File[]): void {
    if (files.length > 0) setChosen((before) => ({ number: (before?.number ?? 0) + 1, files }));
  }

  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-12 sm:px-6 md:py-16">
      <h1 className="text-3xl leading-[1.2] tracking-[-0.02em] sm:text-4xl">Check a statement</h1>
      <p className="mt-4 text-lg leading-8 text-muted">
        Somebody showed you a signed statement of an account at Sente, or a proof of liabilities?
        Choose the file, CSV or PDF. It is checked in this browser and is not sent anywhere.
      </p>
      <Picker onChoose={choose} />
      {chosen ? <ResultsPanel key={chosen.number} files={chosen.files} /> : null}
      <section aria-labelledby="checks-title" className="mt-12 border-t pt-8">
        <h2 id="checks-title" className="text-xl">
          What is checked
        </h2>
        <ul className="mt-3 list-disc space-y-2 pl-5 leading-7 text-muted">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
        <p className="mt-4 leading-7 text-muted">
          The keys are public at{' '}
          <a href="/.well-known/sente-keys.json" className="link">
            /.well-known/sente-keys.json
          </a>
          . Whoever does not trust this page checks the file offline with a program that is one file
          and needs no other:{' '}
          <a href="/verify-statement.mjs" download className="link">
            for Node 20
          </a>
          , or{' '}
          <a href="/verify_statement.py" download className="link">
            for Python
          </a>
          , which was written from the documented format alone.
        </p>
      </section>
    </div>
  );
}

function Picker({ onChoose }: { onChoose: (files: readonly File[]) => void }) {
  const id = useId();
  const drop = useFileDrop(false, onChoose);
  return (
    <div className="relative mt-8" {...drop.handlers}>
      <input
        id={id}
        type="file"
        multiple
        accept=".csv,.pdf,text/csv,application/pdf"
        // Lets the same file be chosen again.
        onClick={(event) => {
          event.currentTarget.value = '';
        }}
        onChange={(event) => onChoose([...(event.target.files ?? [])])}
        className="peer sr-only"
      />
      <label
        htmlFor={id}
        className={cn(
          'flex min-h-32 cursor-pointer flex-col items-center justify-center gap-2 rounded-2xl border border-dashed border-line-strong bg-surface px-4 py-6 text-center',
          'transition-colors duration-100 hover:bg-surface-hover',
          'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus',
          drop.isOver && 'border-accent bg-accent-soft',
        )}
      >
        <FileCheck aria-hidden="true" className="size-6 text-muted" />
        <span>
          <span className="font-medium text-accent-text">Choose statements</span> or drop them here
        </span>
      </label>
    </div>
  );
}
