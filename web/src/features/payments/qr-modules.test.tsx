import { render, screen } from '@testing-library/react';
import jsQR from 'jsqr';
import { expect, it } from 'vitest';
import { QrCode } from '../../ui/qr-code.tsx';

const scale = 4;

/** Reads the drawn picture like a phone: paints the path and decodes the pixels. */
function scan(svg: Element): string | undefined {
  const size = Number(svg.getAttribute('viewBox')?.split(' ')[2]);
  const widthPx = size * scale;
  const pixels = new Uint8ClampedArray(widthPx * widthPx * 4).fill(255);
  const bars =
    svg
      .querySelector('path')
      ?.getAttribute('d')
      ?.matchAll(/M(\d+) (\d+)h(\d+)/g) ?? [];
  for (const [, x, y, length] of bars) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++) {
      const start = (row * widthPx + Number(x) * scale) * 4;
      for (let at = start; at < start + Number(length) * scale * 4; at += 4) {
        pixels.fill(0, at, at + 3);
      }
    }
  }
  return jsQR(pixels, widthPx, widthPx, { inversionAttempts: 'dontInvert' })?.data;
}

it.each([
  'https://pay.example.test/pay/4f0k8t2x9m3q7w5e1r6y0v8b2c',
  'https://pay.example.test/pay/4f0k8t2x9m3q7w5e1r6y0v8b2c?amount=20000000',
])('draws a readable code: %s', (text) => {
  render(<QrCode text={text} label="Code" />);
  expect(scan(screen.getByRole('img', { name: 'Code' }))).toBe(text);
});

it('leaves a quiet zone of four modules', () => {
  render(<QrCode text="x" label="Code" />);
  const svg = screen.getByRole('img', { name: 'Code' });
  const size = Number(svg.getAttribute('viewBox')?.split(' ')[2]);
  const bars = [
    ...(svg.querySelector('path')?.getAttribute('d') ?? '').matchAll(/M(\d+) (\d+)h(\d+)/g),
  ].map(([, x, y, length]) => [Number(x), Number(y), Number(length)] as const);
  expect(Math.min(...bars.map(([x]) => x))).toBe(4);
  expect(Math.min(...bars.map(([, y]) => y))).toBe(4);
  expect(Math.max(...bars.map(([x, , length]) => x + length))).toBe(size - 4);
  expect(Math.max(...bars.map(([, y]) => y + 1))).toBe(size - 4);
});
