/* Makes the page quicker to use. Everything also works without it. */
(function () {
  var one = function (selector) {
    return document.querySelector(selector);
  };
  var prefixes = [
    ['MTN', /^(76|77|78|31|39)/],
    ['AIRTEL', /^(70|74|75)/],
  ];

  /* The network is guessed while the number is typed, until the payer chooses one. */
  var phone = one('[name=phoneNumber]');
  var radios = [].slice.call(document.querySelectorAll('[name=network]'));
  var networkHint = one('#network-hint');
  var isChosen = radios.some(function (radio) {
    return radio.defaultChecked;
  });
  function guess() {
    var national = /^(?:\+?256|0)(\d{2,})$/.exec(phone.value.replace(/[\s().-]/g, ''));
    var found = prefixes.find(function (each) {
      return national && each[1].test(national[1]);
    });
    return found ? found[0] : null;
  }
  function showGuess() {
    var network = guess();
    if (!isChosen) {
      radios.forEach(function (radio) {
        radio.checked = radio.value === network;
      });
    }
    var chosen = radios.find(function (radio) {
      return radio.checked;
    });
    var differs = network && chosen && chosen.value !== network;
    if (networkHint.className === 'wrong') return;
    networkHint.textContent = differs
      ? 'This looks like a number of the other network. Keep your choice only if you kept your number.'
      : networkHint.dataset.hint;
  }
  if (phone) {
    phone.addEventListener('input', showGuess);
    radios.forEach(function (radio) {
      radio.addEventListener('change', function () {
        isChosen = true;
        showGuess();
      });
    });
    showGuess();
  }

  /* Thousands are grouped while the amount is typed, and the button says it. */
  var amount = one('input[type=text][name=amount]');
  var form = one('form[method=post]');
  var button = form && form.querySelector('.button');
  if (amount) {
    var group = function () {
      var digits = amount.value.replace(/[,\s]/g, '').replace(/^0+/, '').slice(0, 9);
      // Without its point 2,000.00 would be 200,000: the server judges it as it was typed.
      if (/\D/.test(digits)) {
        button.textContent = 'Pay';
        return;
      }
      var text = digits.replace(/\B(?=(\d{3})+$)/g, ',');
      var fromEnd = amount.value.length - amount.selectionStart;
      amount.value = text;
      var at = Math.max(0, text.length - fromEnd);
      if (document.activeElement === amount) amount.setSelectionRange(at, at);
      button.textContent = text ? 'Pay UGX ' + text : 'Pay';
    };
    amount.addEventListener('input', group);
    group();
  }

  /* What is wrong is said until it is right; only the server knows more than this. */
  function valueOf(name) {
    var input = one('[name=' + name + '][type=radio]:checked') || one('[name=' + name + ']');
    if (input.type === 'radio') return input.checked ? input.value : '';
    return input.value.replace(name === 'amount' ? /[\s,]/g : /[\s().-]/g, '');
  }
  function isRight(name, value) {
    if (name === 'phoneNumber') return /^(\+|00)?(256)?0?(7\d|31|39)\d{7}$/.test(value);
    if (name === 'network') return value !== '';
    var least = Number(amount.dataset.least);
    return (
      /^\d+$/.test(value) && value >= Math.max(1, least) && value <= Number(amount.dataset.most)
    );
  }
  [].slice.call(document.querySelectorAll('.is-wrong')).forEach(function (field) {
    var input = field.querySelector('input');
    var text = field.querySelector('[data-hint]');
    var refused = valueOf(input.name);
    function check() {
      var value = valueOf(input.name);
      // A number that is blocked is not wrong by its look: another one is needed.
      if (value === refused || !isRight(input.name, value)) return;
      form.removeEventListener('input', check);
      field.classList.remove('is-wrong');
      input.removeAttribute('aria-invalid');
      text.removeAttribute('role');
      text.className = 'hint';
      text.textContent = text.dataset.hint;
    }
    form.addEventListener('input', check);
  });
  var first = one('[autofocus]');
  if (first) first.focus();

  /* A second press sends nothing. */
  if (form) {
    var isSent = false;
    form.addEventListener('submit', function (event) {
      if (isSent) event.preventDefault();
      else wait();
    });
    var wait = function () {
      var text = button.textContent;
      isSent = true;
      button.textContent = 'Asking your phone...';
      button.setAttribute('aria-busy', 'true');
      // Loading was stopped, or the line is gone: it can be sent again, and asks the phone once.
      setTimeout(function () {
        isSent = false;
        button.textContent = text;
        button.removeAttribute('aria-busy');
      }, 20000);
    };
    // Back to this page: it can be sent again.
    addEventListener('pageshow', function (event) {
      if (event.persisted) location.reload();
    });
  }

  var copy = one('[data-copy]');
  if (copy && navigator.clipboard) {
    copy.hidden = false;
    copy.addEventListener('click', function () {
      navigator.clipboard.writeText(one(copy.dataset.copy).textContent.trim()).then(function () {
        copy.textContent = 'Copied';
      });
    });
  }

  /* While the payer approves: asks what became of it, and shows it at once. */
  var waiting = one('[data-status]');
  if (!waiting) return;
  /* Neither is there while people find out what happened. */
  var ends = one('[data-ends]');
  var offline = one('[data-offline]');
  var misses = 0;
  if (ends) {
    var endsAt = Date.now() + Number(ends.dataset.ends);
    var ticking = setInterval(function () {
      var seconds = Math.ceil((endsAt - Date.now()) / 1000);
      if (seconds > 0) {
        ends.textContent = Math.floor(seconds / 60) + ':' + ('0' + (seconds % 60)).slice(-2);
        return;
      }
      clearInterval(ticking);
      ends.textContent = 'a moment';
    }, 1000);
  }
  function again() {
    setTimeout(look, Math.min(2000 + misses * 2000, 15000));
  }
  function look() {
    fetch(waiting.dataset.status, { cache: 'no-store' })
      .then(function (answer) {
        if (!answer.ok) throw new Error();
        return answer.json();
      })
      .then(function (told) {
        misses = 0;
        if (offline) offline.hidden = true;
        if (told.state !== waiting.dataset.state) location.reload();
        else again();
      })
      .catch(function () {
        misses += 1;
        if (offline) offline.hidden = misses < 2;
        again();
      });
  }
  again();
})();
