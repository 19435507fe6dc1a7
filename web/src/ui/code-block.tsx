import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  label: string;
  text: string;
  canCopy?: boolean | undefined;
}

/** Raw requests and answers. Long lines wrap instead of scrolling sideways. */
export function CodeBlock({ label, text, canCopy = false }: CodeBlockProps) {
  return (
    <div className="min-w-0">
      <div className="mb-1 flex h-6 items-center gap-1">
        <p className="text-13 text-muted">{label}</p>
        {canCopy ? <CopyButton value={text} label={label} /> : null}
      </div>
      <pre className="rounded-lg border bg-surface-sunken px-3 py-2 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap">
        {text}
      </pre>
    </div>
  );
}
