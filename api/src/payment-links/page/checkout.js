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
  var guessed = one('[data-guessed]');
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
    guessed.textContent = differs
      ? 'This looks like a number of the other network. Keep your choice only if you kept your number.'
      : guessed.dataset.guessed;
  }
  if (phone && guessed) {
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
  var button = one('form .button');
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

  /* A second press sends nothing. */
  var form = one('form');
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
  var clock = one('[data-clock]');
  var offline = one('[data-offline]');
  var began = Date.now();
  var misses = 0;
  if (clock) {
    setInterval(function () {
      var seconds = Math.round((Date.now() - began) / 1000);
      clock.textContent = seconds < 60 ? seconds + ' s' : Math.floor(seconds / 60) + ' min';
    }, 1000);
  }
  var later = one('[data-later]');
  if (later) {
    setTimeout(function () {
      later.hidden = false;
    }, Number(later.dataset.later));
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
