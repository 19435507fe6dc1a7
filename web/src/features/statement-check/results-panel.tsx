import type { CheckedFiles } from '@sente/contract/proof-files';
import { useEffect, useState } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { checkFiles } from './check-files.ts';
import { FileResult, Findings } from './file-result.tsx';

const problems = {
  'no keys':
    'The public keys of Sente could not be fetched. Check your connection and choose the file again.',
  'no cryptography': 'This browser checks statements only on pages with https.',
};
type Outcome = 'checking' | keyof typeof problems | CheckedFiles;

/** Checks the files as soon as it is shown. */
export default function ResultsPanel({ files }: { files: readonly File[] }) {
  const [outcome, setOutcome] = useState<Outcome>('checking');
  useEffect(() => {
    let isShown = true;
    const problem = window.isSecureContext === false ? 'no cryptography' : 'no keys';
    const checked: Promise<Outcome> = checkFiles(files).catch(() => problem);
    void checked.then((found) => {
      if (isShown) setOutcome(found);
    });
    return () => {
      isShown = false;
    };
  }, [files]);

  if (outcome === 'checking') {
    return (
      <p role="status" className="mt-6 text-muted">
        Checking...
      </p>
    );
  }
  if (typeof outcome === 'string') {
    return (
      <Banner tone="danger" className="mt-6" title="Not checked">
        {problems[outcome]}
      </Banner>
    );
  }
  return (
    <div className="mt-6 flex flex-col gap-6">
      {outcome.files.length > 1 ? <Together outcome={outcome} /> : null}
      {outcome.files.map((file) => (
        <FileResult key={file.name} file={file} />
      ))}
    </div>
  );
}

const headlines = {
  proved: { tone: 'success', title: 'All files are proved' },
  partly: { tone: 'warning', title: 'Nothing is wrong, but not everything is proved' },
  apart: {
    tone: 'warning',
    title: 'Nothing is wrong with the files, but they overlap or leave a gap',
  },
  failed: { tone: 'danger', title: 'Not proved: see the files below' },
} as const;

/** The worst of all comes first, so that nobody reads the best of several files alone. */
function Together({ outcome: { verdict, isApart, shared } }: { outcome: CheckedFiles }) {
  const { tone, title } = headlines[isApart ? 'apart' : verdict];
  return (
    <section aria-label="All files">
      <Banner tone={tone} title={title}>
        {shared.length > 0 ? <Findings findings={shared} /> : null}
      </Banner>
    </section>
  );
}
