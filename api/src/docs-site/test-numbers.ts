import { phoneText } from '@sente/contract/phone';
import { magicNumberOf, magicNumbers } from '../payments/simulator/magic-numbers.ts';
import { wholePage, type Source } from './guide-source.ts';

/** The numbers of the simulator, as its own page spells them: 0770 000 002. */
function written(number: string): string {
  return phoneText(`+${number}`)
    .replace('+256 ', '0')
    .replace(/(\d{3})$/, ' $1');
}

export function testNumbersPage(): Source {
  const rows = magicNumbers.map(({ name, sentence }) => {
    const what = sentence.replace('on this page', 'on the page of the simulated phones');
    const [mtn, airtel] = [magicNumberOf('MTN', name), magicNumberOf('AIRTEL', name)];
    return `| ${what} | \`${written(mtn)}\` | \`${written(airtel)}\` |`;
  });
  return wholePage(`# Test numbers

Without a configured network a simulator replaces MTN and Airtel. The number chooses what happens; any number that is not here
approves after a moment. In test mode no phone rings: a number that waits for somebody stays PROCESSING until the network is
given up after a day. The spaces can be sent as well.

| what happens | MTN | Airtel |
|---|---|---|
${rows.join('\n')}
`);
}
