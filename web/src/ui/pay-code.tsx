import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { downloadFile } from '../lib/download-csv.ts';
import { Button } from './button.tsx';
import { QrCode, qrModules } from './qr-code.tsx';
import { notify } from './toast.tsx';

interface PayCodeProps {
  /** Of the page at which people pay. */
  url: string;
  /** The text alternative. */
  label: string;
  /** Below the code in the picture. */
  title: string;
  lines: readonly string[];
  fileName: string;
  /** Between the code and the buttons. */
  children?: ReactNode;
  /** Before the button that saves it. */
  actions?: ReactNode;
}

/** A code that any phone opens, and its picture to save. */
export function PayCode(props: PayCodeProps) {
  const { url, label, title, lines, fileName, children, actions } = props;
  async function save(): Promise<void> {
    try {
      await downloadQrCode(url, fileName, [title, lines.join(' · ')]);
    } catch {
      notify.error('Failed to save the QR code');
    }
  }
  return (
    <figure className="flex flex-col items-center text-center">
      <QrCode text={url} label={label} className="w-full max-w-60" />
      {children}
      <div className="mt-4 flex flex-wrap justify-center gap-2">
        {actions}
        <Button icon={<Download />} onClick={save}>
          Download PNG
        </Button>
      </div>
    </figure>
  );
}

const modulePx = 16;
const captionPx = 96;
/* A saved picture has no theme. */
const light = '#ffffff';
const dark = '#000000';

/** Saves the code with its caption as a picture. */
async function downloadQrCode(
  text: string,
  fileName: string,
  caption: readonly string[],
): Promise<void> {
  const modules = qrModules(text);
  const widthPx = modules.length * modulePx;
  const canvas = document.createElement('canvas');
  canvas.width = widthPx;
  canvas.height = widthPx + captionPx;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser cannot draw');
  pen.fillStyle = light;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = dark;
  modules.forEach((row, y) =>
    row.forEach((isDark, x) => {
      if (isDark) pen.fillRect(x * modulePx, y * modulePx, modulePx, modulePx);
    }),
  );
  pen.textAlign = 'center';
  caption.forEach((line, index) => {
    pen.font = `${index === 0 ? 600 : 400} 28px sans-serif`;
    pen.fillText(line, widthPx / 2, widthPx + 8 + index * 38, widthPx - 4 * modulePx);
  });
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  if (!blob) throw new Error('The picture could not be made');
  downloadFile(fileName, blob);
}
