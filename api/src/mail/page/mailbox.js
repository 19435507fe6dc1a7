/* The mailbox: polls for new mails, and shows the chosen one. */
const everyMs = 1500;
const element = (id) => document.getElementById(id);
/** Entries by mail, kept between polls: a button must not disappear while it is pressed. */
const entries = new Map();
let openId = null;

/** In Kampala, as the portal shows times, wherever the browser is. */
const timeText = (iso, year) =>
  new Date(iso).toLocaleString('en-US', {
    year,
    month: 'short',
    day: '2-digit',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'Africa/Kampala',
  });

function makeEntry(mail) {
  const entry = document.createElement('li');
  const button = document.createElement('button');
  button.type = 'button';
  for (const [tag, text] of [
    ['b', mail.subject],
    ['time', timeText(mail.sentAt)],
    ['span', mail.to],
  ]) {
    const part = document.createElement(tag);
    part.textContent = text;
    button.append(part);
  }
  button.addEventListener('click', () => open(mail));
  entry.append(button);
  return entry;
}

function open(mail) {
  openId = mail.id;
  element('reader').hidden = false;
  element('subject').textContent = mail.subject;
  element('to').textContent = mail.to;
  element('sent').textContent = timeText(mail.sentAt, 'numeric');
  element('sent').dateTime = mail.sentAt;
  element('text').textContent = mail.text;
  element('html').src = `/simulator/mails/${encodeURIComponent(mail.id)}`;
  markOpen();
  // On a phone the mail is below the list.
  element('reader').scrollIntoView({ block: 'nearest' });
}

function markOpen() {
  for (const [id, entry] of entries) {
    entry.firstElementChild.setAttribute('aria-current', String(id === openId));
  }
}

function show(asHtml) {
  element('html').hidden = !asHtml;
  element('text').hidden = asHtml;
  element('as-html').setAttribute('aria-pressed', String(asHtml));
  element('as-text').setAttribute('aria-pressed', String(!asHtml));
}

/** Hides the mails that are not looked for. */
function filter() {
  const text = element('filter').value.trim().toLowerCase();
  let shown = 0;
  for (const entry of entries.values()) {
    entry.hidden = !entry.textContent.toLowerCase().includes(text);
    if (!entry.hidden) shown += 1;
  }
  element('count').textContent = shown === 1 ? '1 mail' : `${shown} mails`;
  element('none-match').hidden = entries.size === 0 || shown > 0;
  element('mails').hidden = shown === 0;
}

function list(mails) {
  element('no-mails').hidden = mails.length > 0;
  element('filter').hidden = mails.length === 0;
  const known = new Set(mails.map(({ id }) => id));
  for (const [id, entry] of entries) {
    if (known.has(id)) continue;
    entry.remove();
    entries.delete(id);
  }
  // The oldest first, each to the top: what is there already stays where it is.
  for (const mail of mails.toReversed()) {
    if (entries.has(mail.id)) continue;
    const entry = makeEntry(mail);
    entries.set(mail.id, entry);
    element('mails').prepend(entry);
  }
  filter();
  markOpen();
}

async function look() {
  const state = element('state');
  try {
    const answer = await fetch('/simulator/mails');
    if (!answer.ok) throw new Error('no mails');
    list(await answer.json());
    state.textContent = 'Connected';
    state.classList.remove('is-broken');
  } catch {
    state.textContent = 'The server does not answer';
    state.classList.add('is-broken');
  }
}

async function lookOn() {
  await look();
  setTimeout(() => void lookOn(), everyMs);
}

element('as-html').addEventListener('click', () => show(true));
element('as-text').addEventListener('click', () => show(false));
element('filter').addEventListener('input', filter);
void lookOn();
