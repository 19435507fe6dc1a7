import { Download } from 'lucide-react';
import { downloadFile } from '../../lib/download-csv.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';

interface RecoveryCodesProps {
  codes: readonly string[];
  doneLabel: string;
  onDone: () => void;
}

/** Shown once: nobody can read them again. A dialog around them has `isShownOnce`. */
export function RecoveryCodes({ codes, doneLabel, onDone }: RecoveryCodesProps) {
  const text = codes.join('\n');
  return (
    <div className="flex flex-col gap-4">
      <p>
        Each of these codes signs you in once when your phone is lost. Keep them somewhere else than
        on it: they are not shown again.
      </p>
      <div className="flex items-start gap-2 rounded-lg border bg-surface-sunken p-3">
        <ul
          aria-label="Recovery codes"
          className="grid min-w-0 flex-1 grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] gap-x-4 gap-y-1 font-mono text-13"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <CopyButton value={text} label="Recovery codes" size="sm" />
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          icon={<Download />}
          onClick={() =>
            downloadFile(
              'sente-recovery-codes.txt',
              new Blob([`Recovery codes of Sente, each for one sign-in:\n\n${text}\n`], {
                type: 'text/plain;charset=utf-8',
              }),
            )
          }
        >
          Download
        </Button>
        <Button variant="primary" onClick={onDone}>
          {doneLabel}
        </Button>
      </div>
    </div>
  );
}
