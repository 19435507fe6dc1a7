import { readFileSync } from 'node:fs';
import { createHash, createPrivateKey, sign, webcrypto } from 'node:crypto';
import { cleanup, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderApp } from '../../testing/page.tsx';
import { user } from '../../testing/user.ts';

/** The test vectors: keys and two statements in a row. */
const [keys = '', ...blocks] = [
  ...readFileSync('docs/proofs.md', 'utf8').matchAll(/```(?:json|csv)\n([\s\S]*?)```/g),
].map(([, text = '']) => text);
const [january = '', february = '', liabilities = ''] = blocks.map(
  (text) => `\ufeff${text.replaceAll('\n', '\r\n')}`,
);
const fileOf = (content: string, name: string) => new File([content], name);

beforeEach(() => {
  // The one of jsdom has no signatures.
  vi.stubGlobal('crypto', webcrypto);
  publish(JSON.stringify({ days: [rootOf(liabilities)] }));
});

async function check(...files: File[]): Promise<void> {
  renderApp('/verify');
  await user.upload(await screen.findByLabelText(/Choose statements/), files);
}

it('proves statements in the browser and shows what they say', async () => {
  await check(fileOf(february, 'february.csv'), fileOf(january, 'january.csv'));
  const first = within(await screen.findByRole('region', { name: 'january.csv' }));
  expect(first.getByText('Proved: january.csv')).toBeVisible();
  expect(first.getByText(/Signed by Sente, pay.example with the key/)).toBeVisible();
  expect(first.getByText('UGX 0 and 2 movements make UGX 4,749.50.')).toBeVisible();
  expect(first.getByText('Demo & "Sons"')).toBeVisible();
  await user.click(first.getByText('Show the movements'));
  expect(await first.findByRole('row', { name: /Zürich 250.50 4,749.50/ })).toBeVisible();
  const second = within(screen.getByRole('region', { name: 'february.csv' }));
  expect(second.getByText(/2026-02-28 begins where the one before it ended/)).toBeVisible();
  const all = within(screen.getByRole('region', { name: 'All files' }));
  expect(all.getByText('All files are proved')).toBeVisible();
});

/** What the server publishes. */
function publish(roots: string | null): void {
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.endsWith('sente-keys.json')) return new Response(keys);
    return roots === null ? new Response('', { status: 503 }) : new Response(roots);
  });
}

function rootOf(proof: string) {
  const value = (name: string) => new RegExp(`"${name}","([^"]*)"`).exec(proof)?.[1];
  const signed = proof.slice(0, proof.indexOf('"Signature"'));
  const hash = createHash('sha256').update(signed).digest('hex');
  return { day: value('Day'), root: value('Root'), madeAt: value('Made At'), hash, previous: '' };
}

/** Signed again with the key of the vectors. */
function resigned(text: string, changes: Readonly<Record<string, string>>): string {
  const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');
  const der = Buffer.concat([pkcs8, Buffer.alloc(32, 1)]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const signed = Object.entries(changes).reduce(
    (all, [name, value]) => all.replace(new RegExp(`"${name}","[^"]*"`), `"${name}","${value}"`),
    text.slice(0, text.indexOf('"Signature"')),
  );
  const signature = sign(null, Buffer.from(signed), key).toString('base64');
  return `${signed}"Signature","${signature}"\r\n`;
}

/** Of days without movements, before the entry of February. */
function emptyMonth(changes: Readonly<Record<string, string>>): string {
  const hash = /"Hash Before","([^"]*)"/.exec(february)?.[1] ?? '';
  const withoutRows = february.replace(/(,"Hash"\r\n)[\s\S]*("Signature")/, '$1$2');
  return resigned(withoutRows, {
    'Closing Balance': '4749.50',
    'Last Entry': '2',
    Movements: '0',
    'Hash After': hash,
    ...changes,
  });
}

it('genuine statements that leave a gap or overlap stay genuine, and the headline says it', async () => {
  const cut = emptyMonth({ 'First Entry': '9', 'Last Entry': '8' });
  await check(fileOf(january, 'january.csv'), fileOf(cut, 'cut.csv'));
  const headline = 'Nothing is wrong with the files, but they overlap or leave a gap';
  expect(await screen.findByText(headline)).toBeVisible();
  expect(screen.getByText('Proved: cut.csv')).toBeVisible();
  expect(screen.getByText(/where the one before it ended .*what is between is in n/)).toBeVisible();
  cleanup();
  await check(fileOf(january, 'january.csv'), fileOf(january, 'again.csv'));
  expect(await screen.findByText(headline)).toBeVisible();
  expect(screen.getByText(/begins with entry 1, so the two overlap/)).toBeVisible();
  expect(screen.queryByText(/^Not proved/)).toBeNull();
});

it('a statement whose number follows but not its hash is not proved', async () => {
  const other = emptyMonth({ 'Hash Before': 'ab'.repeat(32), 'Hash After': 'ab'.repeat(32) });
  await check(fileOf(january, 'january.csv'), fileOf(other, 'other.csv'));
  expect(await screen.findByText('Not proved: see the files below')).toBeVisible();
  expect(screen.getByText('Not proved: other.csv')).toBeVisible();
});

it.each([
  ['saved again by a spreadsheet', january.replaceAll('"', ''), /was saved again after it was si/],
  [
    'with semicolons',
    january.slice(1).replaceAll('","', ';'),
    /was saved again after it was signe/,
  ],
  ['not signed', 'Date,Type,Reference,Description,Debit,Credit,Balance\r\n', /which is not signed/],
])('of a file %s the likely cause is named', async (_name, content, text) => {
  await check(fileOf(content, 'file.csv'));
  expect(await screen.findByText(text)).toHaveTextContent('Ask for the original');
});

it('months without movements are in the right order however they are chosen', async () => {
  const first = emptyMonth({ From: '2026-02-01', To: '2026-02-02' });
  const second = emptyMonth({ From: '2026-02-03', To: '2026-02-04' });
  await check(
    fileOf(february, 'february.csv'),
    fileOf(second, 'second.csv'),
    fileOf(first, 'first.csv'),
    fileOf(january, 'january.csv'),
  );
  expect(await screen.findByText('All files are proved')).toBeVisible();
});

it('one part of several is proved in part', async () => {
  await check(fileOf(resigned(january, { Parts: '2' }), 'part.csv'));
  expect(await screen.findByText('Partly proved: part.csv')).toBeVisible();
  expect(screen.getByText(/is not all of its days: part 2 is not here/)).toBeVisible();
  expect(screen.getByText('1 of 2')).toBeVisible();
});

it('compares the statements of each account, and says what was not compared', async () => {
  const other = january.replace('"Account Number","273936026841"', '"Account Number","1"');
  const ofOther = other.replace('00000000000a"\r\n"Account N', '00000000000c"\r\n"Account N');
  await check(
    fileOf(february, 'february.csv'),
    fileOf(ofOther, 'other.csv'),
    fileOf(january, 'january.csv'),
    fileOf('"Date"\r\n', 'unreadable.csv'),
  );
  const all = within(await screen.findByRole('region', { name: 'All files' }));
  expect(screen.getByText(/of account 273936026841 .*begins where the one before/)).toBeVisible();
  expect(all.getByText(/statements of 2 accounts: .*nothing between accounts/)).toBeVisible();
  expect(all.getByText(/A file could not be read/)).toBeVisible();
});

it('proves that a balance is in the liabilities, beside statements of an account', async () => {
  await check(fileOf(january, 'january.csv'), fileOf(liabilities, 'liabilities.csv'));
  const result = within(await screen.findByRole('region', { name: 'liabilities.csv' }));
  expect(result.getByText('Proved: liabilities.csv')).toBeVisible();
  expect(
    result.getByText(/UGX 4,749.50 of the company are in the UGX 24,750.57 .* to 5 companies/),
  ).toBeVisible();
  expect(result.getByText('All Liabilities')).toBeVisible();
  expect(result.getByText(/root of 2026-01-31 is the published one/)).toBeVisible();
});

it('a root that was not published fails, and one that cannot be compared is proved in part', async () => {
  publish(JSON.stringify({ days: [{ ...rootOf(liabilities), root: 'ab'.repeat(32) }] }));
  await check(fileOf(liabilities, 'other.csv'));
  expect(await screen.findByText('Not proved: other.csv')).toBeVisible();
  cleanup();
  publish(null);
  await check(fileOf(liabilities, 'alone.csv'));
  expect(await screen.findByText('Partly proved: alone.csv')).toBeVisible();
});

it('a proof of liabilities with a changed balance fails', async () => {
  await check(fileOf(liabilities.replace('"4749.50"', '"4749.51"'), 'changed.csv'));
  expect(await screen.findByText('Not proved: changed.csv')).toBeVisible();
  expect(screen.getByText(/The shares do not add up to the balance/)).toBeVisible();
});

it('says what fails in a changed statement, and that a file is no statement', async () => {
  await check(
    fileOf(january.replace('"250.50"', '"250.51"'), 'changed.csv'),
    fileOf('"Date"\r\n', 'other.csv'),
  );
  const changed = within(await screen.findByRole('region', { name: 'changed.csv' }));
  expect(changed.getByText('Not proved: changed.csv')).toBeVisible();
  expect(changed.getByText(/^Do not rely on this file/)).toBeVisible();
  expect(changed.getByText(/The signature does not match/)).toBeVisible();
  expect(
    changed.getByText(/^Entry 2 \(UGX 250\.51 out on 2026-01-\d\d, ID .* do not add up/),
  ).toBeVisible();
  // What decides comes before what holds.
  expect(changed.getAllByRole('listitem')[0]).toHaveTextContent(/The signature does not match/);
  expect(screen.getByText('This file is not a signed statement of Sente.')).toBeVisible();
});

it('says nothing good that rests on a wrong signature', async () => {
  const forged = january.replace('"Company","Demo', '"Company","Other');
  const proof = liabilities.replace('"Issuer","', '"Issuer","Not ');
  await check(
    fileOf(forged, 'forged.csv'),
    fileOf(february, 'february.csv'),
    fileOf(proof, 'proof.csv'),
  );
  for (const name of ['forged.csv', 'proof.csv']) {
    const findings = within(await screen.findByRole('region', { name })).getAllByRole('listitem');
    const text = findings.map(({ textContent }) => textContent).join();
    expect(text).toMatch(/^The signature does not match/);
    expect(text).not.toMatch(
      /make UGX|hash of its content|root of .* is the published|of the company are in/,
    );
  }
  // The other one is right, but what it follows is not.
  expect(screen.getByText('Proved: february.csv')).toBeVisible();
  expect(screen.queryByText(/begins where the one before it ended/)).toBeNull();
});

it.each([
  ['statement', january],
  ['proof of liabilities', liabilities],
])(
  'a %s that another program saved with other line ends is proved in part, and why',
  async (_of, text) => {
    const saved = text.replaceAll('\r\n', '\n');
    await check(
      fileOf(saved, 'saved.csv'),
      fileOf(saved.replace('Demo', 'Other').replace('4749.50', '4749.51'), 'changed.csv'),
    );
    const result = within(await screen.findByRole('region', { name: 'saved.csv' }));
    expect(result.getByText('Partly proved: saved.csv')).toBeVisible();
    expect(
      result.getByText(
        /saved again by another program.* and nothing else: with its own ends it is as Sente signed it/,
      ),
    ).toBeVisible();
    expect(result.queryByText(/Do not rely on this file/)).toBeNull();
    expect(result.queryByText(/not a character was changed/)).toBeNull();
    const changed = within(screen.getByRole('region', { name: 'changed.csv' }));
    expect(changed.getByText(/saved again .*, and more than that was changed/)).toBeVisible();
  },
);

it('a PDF that is no statement is called that', async () => {
  await check(fileOf('%PDF-1.7\n%%EOF', 'other.pdf'));
  expect(await screen.findByText('This PDF is not a signed statement of Sente.')).toBeVisible();
});

it('a browser without Ed25519 says that the signature was not checked', async () => {
  const importKey = () => Promise.reject(new DOMException('No', 'NotSupportedError'));
  const digest = webcrypto.subtle.digest.bind(webcrypto.subtle);
  vi.stubGlobal('crypto', { subtle: { importKey, digest } });
  await check(fileOf(january, 'january.csv'));
  expect(await screen.findByText('Partly proved: january.csv')).toBeVisible();
  expect(screen.getByText(/this browser does not know Ed25519/)).toBeVisible();
});

it('without the keys nothing is said about a statement', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await check(fileOf(january, 'january.csv'));
  expect(await screen.findByText('Not checked')).toBeVisible();
});
