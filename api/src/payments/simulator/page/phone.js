/* The phones: polls the simulator every second, and sends the person's decisions. */
const everyMs = 1000;
const element = (id) => document.getElementById(id);
const networkNames = { MTN: 'MTN MoMo', AIRTEL: 'Airtel Money' };
/** Cards by order, kept between polls: a button must not disappear while it is pressed. */
const cards = new Map();

const ugx = (amount) => `UGX ${amount.toLocaleString('en-US')}`;
const localNumber = (number) =>
  number.replace(/^256(\d{3})(\d{3})(\d{3})$/, (_all, a, b, c) => `0${a} ${b} ${c}`);

function clockText(prompt) {
  if (prompt.decidesInMs === null) return 'Waits for you';
  const seconds = Math.ceil(prompt.decidesInMs / 1000);
  return seconds > 0 ? `Goes on by itself in ${seconds} s` : 'Goes on by itself';
}

function makeCard(prompt) {
  const card = element('phone').content.firstElementChild.cloneNode(true);
  const part = (name) => card.querySelector(`.${name}`);
  const number = localNumber(prompt.phoneNumber);
  card.classList.add(prompt.network === 'MTN' ? 'is-mtn' : 'is-airtel');
  part('network').textContent = networkNames[prompt.network];
  part('number').textContent = number;
  part('amount').textContent = ugx(prompt.amount);
  part('message').textContent = prompt.message;
  for (const name of ['approve', 'refuse']) {
    const button = part(name);
    const label = `${button.textContent} ${ugx(prompt.amount)} for ${number}`;
    button.setAttribute('aria-label', label);
    button.addEventListener('click', () => void decide(prompt.id, card, name === 'approve'));
  }
  return card;
}

async function decide(id, card, isApproved) {
  const buttons = [...card.querySelectorAll('button')];
  const problem = card.querySelector('.problem');
  for (const button of buttons) button.disabled = true;
  problem.textContent = '';
  try {
    const answer = await fetch(`/simulator/phones/${encodeURIComponent(id)}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ isApproved }),
    });
    if (!answer.ok) throw new Error((await answer.json()).message);
    element('announce').textContent = isApproved ? 'Approved' : 'Refused';
    focusAfter(card);
    await look();
  } catch (error) {
    for (const button of buttons) button.disabled = false;
    problem.textContent =
      error instanceof TypeError ? 'The simulator does not answer. Try again.' : error.message;
  }
}

/** Removes the card; the focus moves to the next one. */
function focusAfter(card) {
  const next = card.nextElementSibling ?? card.previousElementSibling;
  next?.querySelector('button')?.focus();
}

function showPrompts(prompts) {
  const list = element('prompts');
  const open = new Set(prompts.map(({ id }) => id));
  for (const [id, card] of cards) {
    if (open.has(id)) continue;
    card.remove();
    cards.delete(id);
  }
  for (const prompt of prompts) {
    if (!cards.has(prompt.id)) {
      cards.set(prompt.id, makeCard(prompt));
      list.append(cards.get(prompt.id));
    }
    cards.get(prompt.id).querySelector('.clock').textContent = clockText(prompt);
  }
  element('no-prompts').hidden = prompts.length > 0;
  list.hidden = prompts.length === 0;
  document.title =
    prompts.length > 0
      ? `(${prompts.length}) Phones - Sente simulator`
      : 'Phones - Sente simulator';
}

function text(tag, className, content) {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = content;
  return made;
}

function showFinished(finished) {
  const rows = finished.map((order) => {
    const isPaid = order.state === 'paid';
    const what = order.direction === 'payout' ? 'received' : 'paid';
    const row = document.createElement('li');
    row.append(
      text('span', 'who', localNumber(order.phoneNumber)),
      text('span', 'sum', ugx(order.amount)),
      text('span', 'what', `${networkNames[order.network]}, ${order.direction}`),
      text('span', isPaid ? 'tag' : 'tag is-failed', isPaid ? what : order.refusal),
    );
    return row;
  });
  element('finished').replaceChildren(...rows);
  element('finished').hidden = rows.length === 0;
  element('no-finished').hidden = rows.length > 0;
}

function showNumbers(magicNumbers) {
  const body = element('numbers');
  if (body.childElementCount > 0) return;
  for (const { ending, name, sentence } of magicNumbers) {
    const row = body.insertRow();
    const head = text('th', '', ending);
    head.scope = 'row';
    const cell = document.createElement('td');
    cell.append(text('span', 'name', name), text('span', 'sentence', sentence));
    row.append(head, cell);
  }
}

async function showStatement() {
  const network = element('statement-network').value;
  const day = element('statement-day').value;
  const address = `/simulator/statements/${network}/${day}`;
  element('statement-true').href = address;
  element('statement-planted').href = `${address}?differences=1`;
  const answer = await fetch(`${address}?differences=1`, {
    headers: { accept: 'application/json' },
  });
  if (!answer.ok) return;
  const { lines, planted } = await answer.json();
  element('statement-count').textContent =
    planted.length === 0
      ? 'Nothing happened on this day, so nothing can differ.'
      : `${lines} lines with differences, of which ${planted.length} are planted:`;
  element('planted').replaceChildren(...planted.map((told) => text('li', '', told)));
}

/** Today in Uganda. */
element('statement-day').value = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10);
for (const id of ['statement-network', 'statement-day']) {
  element(id).addEventListener('change', () => void showStatement());
}

element('batch').addEventListener('change', async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  const answer = await fetch('/simulator/bank/batches', {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: await file.text(),
  });
  const { message, movements = [] } = await answer.json();
  // The same file can be chosen again.
  target.value = '';
  element('batch-result').textContent = message ?? 'Paid, with these references of the bank:';
  element('batch-lines').replaceChildren(
    ...movements.map(({ reference, text: what, direction, amount }) =>
      text('li', '', `${reference}: ${direction === 'out' ? '' : 'back, '}${ugx(amount)}, ${what}`),
    ),
  );
  await showStatement();
});

let shown = '';

async function look() {
  const state = element('state');
  try {
    const answer = await fetch('/simulator/phones');
    if (!answer.ok) throw new Error('No answer');
    const { prompts, finished, magicNumbers, hasMailbox } = await answer.json();
    element('pages').hidden = !hasMailbox;
    showPrompts(prompts);
    const finishedText = JSON.stringify(finished);
    if (finishedText !== shown) {
      showFinished(finished);
      await showStatement();
    }
    shown = finishedText;
    showNumbers(magicNumbers);
    setState(state, 'Running', false);
  } catch {
    setState(state, 'The simulator does not answer', true);
  }
}

/** Only on changes, because screen readers announce it. */
function setState(state, content, isBroken) {
  if (state.textContent === content) return;
  state.textContent = content;
  state.classList.toggle('is-broken', isBroken);
}

async function lookAgain() {
  if (!document.hidden) await look();
  setTimeout(() => void lookAgain(), everyMs);
}

void lookAgain();
