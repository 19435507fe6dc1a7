import { cn } from '../../lib/cn.ts';
import { pathOf, qrModules } from './qr-modules.ts';

interface QrCodeProps {
  text: string;
  /** What it is, for those who do not see it. */
  label: string;
  className?: string | undefined;
}

/** Dark on light in both themes: many readers do not take it the other way round. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const modules = qrModules(text);
  const size = modules.length;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={cn('block rounded-lg border', className)}
    >
      <rect width={size} height={size} className="fill-qr-light" />
      <path d={pathOf(modules)} className="fill-qr-dark" />
    </svg>
  );
}
