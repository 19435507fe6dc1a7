"""Checks statements that prove themselves and proofs of liabilities, as docs/proofs.md describes them.

    python3 client/verify_statement.py FILE.csv|FILE.pdf [MORE...] --keys keys.json|URL [--roots roots.json|URL]

The keys are those of /.well-known/sente-keys.json; the roots, with which proofs of liabilities are compared, those of
/.well-known/sente-liabilities.json. Needs Python 3.9 and the package `cryptography`. Exit code 0 if everything is proved, 2 if nothing is wrong but
not everything is proved, 1 otherwise.
"""

import base64
import csv
import hashlib
import io
import json
import re
import struct
import sys
import urllib.request
import uuid
import zlib
from datetime import datetime, timedelta, timezone

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    sys.exit("This program needs the package cryptography: python3 -m pip install cryptography")

HEAD = [
    "Sente Statement", "Issuer", "Company ID", "Company", "Account ID", "Account Number", "Account Name",
    "From", "To", "Part", "Parts", "Currency", "Opening Balance", "Closing Balance", "First Entry", "Last Entry", "Movements",
    "Hash Before", "Hash After", "Proved From Entry", "Pages", "Made At", "Key",
]
SINCE = {"Pages": 2, "Part": 3, "Parts": 3}
# What fits into a file of version 1 and 2, which do not tell whether more parts follow.
MOST_OF_OLDER = {"csv": "20000", "pdf": "2000"}
COLUMNS = [
    "Date", "Description", "Reference", "Debit", "Credit", "Balance", "Entry", "Transaction ID", "Moved At",
    "Type", "Amount", "Kind", "Reference Bytes", "Legs", "Hash",
]
SIGNATURE_BYTES = 104
SIGNATURE = re.compile(rb'"Signature","([A-Za-z0-9+/]{86}==)"\r\n')
MARK = b"\xef\xbb\xbf"
KAMPALA = timezone(timedelta(hours=3))
# A movement has its time before it waits for its number, so one of a day may come after its end.
UNDER_WAY = timedelta(minutes=10)
START = datetime(2000, 1, 1, tzinfo=timezone.utc)


class Wrong(Exception):
    """What is wrong with a statement, in words for people."""


def require(condition, text):
    if not condition:
        raise Wrong(text)


def number(text):
    require(re.fullmatch(r"0|-?[1-9][0-9]{0,17}", text), f'"{text}" is no whole number.')
    return int(text)


def hundredths(text):
    require(re.fullmatch(r"-?(0|[1-9][0-9]{0,15})\.[0-9]{2}", text), f'"{text}" is no amount.')
    return int(text.replace(".", ""))


def long(value):
    return struct.pack(">q", value)


def opening_hash(head, last_number, balance):
    ids = uuid.UUID(head["Company ID"]).bytes + uuid.UUID(head["Account ID"]).bytes
    return hashlib.sha256(b"sente.opening.1" + ids + long(last_number) + long(balance)).hexdigest()


def link_hash(head, row, legs):
    reference = ""
    if row["Reference Bytes"] or row["Reference"]:
        length = str(len(row["Reference"].encode()))
        require(row["Reference Bytes"] == length, f'Entry {row["Entry"]}: its reference has another length.')
        reference = f'{length}:{row["Reference"]}'
    data = b"sente.ledger.1" + uuid.UUID(head["Company ID"]).bytes + uuid.UUID(row["Transaction ID"]).bytes
    data += long(number(row["Moved At"])) + long(number(row["Amount"])) + struct.pack(">i", len(legs))
    for account, entry, amount, after, previous in legs:
        data += uuid.UUID(account).bytes + long(entry) + long(amount) + long(after) + bytes.fromhex(previous)
    texts = [row["Kind"], row["Type"], reference, row["Description"]]
    return hashlib.sha256(data + "\n".join(texts).encode()).hexdigest()


def legs_of(row):
    legs = []
    for text in row["Legs"].split(" "):
        parts = text.split(":")
        require(len(parts) == 5 and re.fullmatch("[0-9a-f]{64}", parts[4]), f'"{text}" is not a leg.')
        legs.append((parts[0], number(parts[1]), number(parts[2]), number(parts[3]), parts[4]))
    return legs


def why_none(data):
    """What a file probably is that does not begin as a signed statement does."""
    start = data.removeprefix(MARK).replace(b'"', b"")[:200]
    is_first_line = data.startswith(MARK + b'"Sente Statement","')
    if re.match(rb"Sente Statement[,;\t]", start) and not is_first_line:
        return "This file was saved again after it was signed, probably by a spreadsheet. Ask for the original file."
    if re.match(rb"Date[,;\t].*[,;\t]Balance\b", start):
        return "This is probably the statement for spreadsheets, which is not signed. Ask for the signed one."
    return "This is no statement of version 1, 2 or 3."


def read(data):
    """The head, the rows, the signed bytes and the signature of a file."""
    signed, last = data[:-SIGNATURE_BYTES], data[-SIGNATURE_BYTES:]
    start = re.match(re.escape(MARK) + rb'"Sente Statement","([123])"\r\n', signed)
    require(start, why_none(data))
    names = [name for name in HEAD if SINCE.get(name, 1) <= int(start[1])]
    found = SIGNATURE.fullmatch(last)
    require(found, "The file does not end with its signature.")
    signature = base64.b64decode(found[1])
    require(base64.b64encode(signature) == found[1], "The signature is not written as base64.")
    text = signed[len(MARK):].decode("utf-8")
    require(text.endswith('"\r\n'), "The last line does not end.")
    lines = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    lines = [[value[1:] if value.startswith("'") else value for value in line] for line in lines]
    count = len(names)
    require([line[0] for line in lines[:count] if len(line) == 2] == names, "The first lines are not complete.")
    require(lines[count : count + 1] == [COLUMNS], "The columns have other names.")
    rows = lines[count + 1 :]
    require(all(len(row) == len(COLUMNS) for row in rows), "A movement has too few or too many values.")
    return dict(lines[:count]), [dict(zip(COLUMNS, row)) for row in rows], signed, signature


def check_signature(head, signed, signature, keys):
    key = next((each for each in keys if each["id"] == head["Key"] and each["algorithm"] == "Ed25519"), None)
    require(key, f'The key {head["Key"]} is not published.')
    made, start, end = (
        text and datetime.fromisoformat(text.replace("Z", "+00:00"))
        for text in (head["Made At"], key["validFrom"], key["retiredAt"])
    )
    require(made >= start and (end is None or made <= end), f'The key {head["Key"]} was not in use then.')
    try:
        Ed25519PublicKey.from_public_bytes(base64.b64decode(key["publicKey"])).verify(signature, signed)
    except InvalidSignature:
        raise Wrong("The signature does not match: the file was changed, or somebody else signed it.") from None


def check_row(head, row, last_number, balance, last_hash):
    """Returns what the next movement follows."""
    entry, name, proved_from = last_number + 1, f'Entry {row["Entry"]}', number(head["Proved From Entry"])
    require(row["Entry"] == str(entry), f"{name} follows entry {last_number}.")
    require((row["Debit"] == "") != (row["Credit"] == ""), f"{name} has not one amount.")
    moved = hundredths(row["Credit"]) if row["Credit"] else -hundredths(row["Debit"])
    require(moved != 0 and (moved > 0) == (row["Credit"] != ""), f"{name} has no amount.")
    balance += moved
    require(hundredths(row["Balance"]) == balance, f"{name}: the sums are wrong.")
    moved_at = (START + timedelta(microseconds=number(row["Moved At"]))).astimezone(KAMPALA)
    require(row["Date"] == moved_at.strftime("%Y-%m-%d %H:%M:%S"), f"{name}: its date is not when it moved.")
    day = row["Date"][:10]
    # A later part may begin with a movement that was numbered late.
    begins_days = row["Entry"] == head["First Entry"] and head.get("Part", "1") == "1"
    require(day <= head["To"] and not (begins_days and day < head["From"]), f"{name} is of another day.")
    if entry < proved_from:
        require(row["Legs"] + row["Hash"] == "", f"{name} moved before the chain began.")
        return entry, balance, opening_hash(head, entry, balance) if entry + 1 == proved_from else ""
    legs = legs_of(row)
    own = [leg for leg in legs if leg[0] == head["Account ID"]]
    require(len(own) == 1 and own[0][1:4] == (entry, moved, balance), f"{name}: its legs say something else.")
    require(sum(leg[2] for leg in legs) == 0, f"{name}: its legs do not add up to 0.")
    require(own[0][4] == last_hash, f"{name} is not linked to entry {last_number}.")
    require(link_hash(head, row, legs) == row["Hash"], f"{name}: its hash is not that of its content.")
    return entry, balance, row["Hash"]


def check_content(head, rows):
    require(head["Currency"] == "UGX", "The currency is not UGX.")
    part, parts = number(head.get("Part", "1")), number(head.get("Parts", "1"))
    require(1 <= part <= parts, f"There is no part {part} of {parts}.")
    last, balance = number(head["First Entry"]) - 1, hundredths(head["Opening Balance"])
    proved_from, last_hash = number(head["Proved From Entry"]), head["Hash Before"]
    require(last >= 0 and proved_from >= 1, "Entries are numbered from 1.")
    require(last > 0 or balance == 0, "An account begins with a balance of 0.")
    if last + 1 > proved_from:
        require(re.fullmatch("[0-9a-f]{64}", last_hash), "The hash before the first entry is missing.")
    else:
        expected = opening_hash(head, last, balance) if last + 1 == proved_from else ""
        require(last_hash == expected, "The hash before the first entry does not fit the opening balance.")
    for row in rows:
        last, balance, last_hash = check_row(head, row, last, balance, last_hash)
    require(head["Movements"] == str(len(rows)), "There are more or fewer movements than it says.")
    require(head["Last Entry"] == str(last), "It ends with another entry than it says.")
    require(hundredths(head["Closing Balance"]) == balance, "The closing balance is wrong.")
    require(head["Hash After"] == last_hash, "The last hash is not that of the last entry.")


def check_sequence(before, head):
    name = "Proved From Entry"
    require(head[name] == before[name], f"Two statements in a row have different values for {name}.")
    first, last = number(head["First Entry"]), number(before["Last Entry"])
    name = f'The statement from {head["From"]} does not begin where the one before ended (entry {last})'
    require(first > last, f"{name}: it begins with entry {first}, so the two overlap. Each is genuine by itself.")
    gap = f"{name}: it begins with entry {first}, and what is between is in neither. Each is genuine by itself."
    require(first == last + 1, gap)
    follows = (
        head["Hash Before"] == before["Hash After"]
        and head["Opening Balance"] == before["Closing Balance"]
    )
    require(follows, f"{name}.")


def check_end_of_days(head, is_pdf):
    """Whether the end of its days is in it."""
    made = datetime.fromisoformat(head["Made At"].replace("Z", "+00:00"))
    end = datetime.fromisoformat(head["To"]).replace(tzinfo=KAMPALA) + timedelta(days=1)
    if made < end:
        at = made.astimezone(KAMPALA).strftime("%Y-%m-%d %H:%M")
        print(f'  It was made on {at}, before {head["To"]} was over: what moved after that is not in it.')
    elif made < end + UNDER_WAY:
        at = made.astimezone(KAMPALA).strftime("%Y-%m-%d %H:%M")
        print(f'  It was made on {at}, less than ten minutes after {head["To"]} was over: what was under way then is not in it.')
    is_full = "Part" not in head and head["Movements"] == MOST_OF_OLDER["pdf" if is_pdf else "csv"]
    if is_full:
        print("  It has as many movements as fit into one file, and an older file does not tell whether more follow.")
    return made >= end + UNDER_WAY and not is_full


def check_parts(heads):
    """Whether all parts of the days are there."""
    there = {(h["Company ID"], h["Account ID"], h["From"], h["To"], int(h["Part"])) for h in heads if "Part" in h}
    is_whole = True
    for company, account, first, last, part in sorted(there):
        same = (company, account, first, last)
        parts = [int(h["Parts"]) for h in heads if (h["Company ID"], h["Account ID"], h["From"], h["To"]) == same
                 and h.get("Part") == str(part)]
        beside = ([part - 1] if part > 1 else []) + ([part + 1] if part < min(parts) else [])
        for missing in [each for each in beside if (*same, each) not in there]:
            print(f"The statement from {first} to {last}, part {part} of {min(parts)}, is not all of its days: "
                  f"part {missing} is not here.")
            is_whole = False
    return is_whole


LIABILITY_HEAD = [
    "Sente Liabilities", "Issuer", "Day", "Currency", "Companies", "Shares", "Liabilities", "Below Zero",
    "System Accounts", "Held", "Root", "Heads", "Previous", "Made At", "Key",
]
LIABILITY_SINCE = {"Held": 2, "Previous": 2, "Shares": 3}
WHOLE_LINES = ["Company ID", "Nonce", "Balance", "Leaf"]
SPLIT_LINES = ["Company ID", "Balance"]
SHARE_LINES = ["Nonce", "Share", "Leaf"]


def positive(text):
    amount = hundredths(text)
    require(amount >= 0, f'"{text}" is below zero.')
    return amount


def digest(text):
    require(re.fullmatch("[0-9a-f]{64}", text), f'"{text}" is no hash.')
    return bytes.fromhex(text)


def quoted_lines(text):
    lines = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    written = "".join(",".join('"' + value.replace('"', '""') + '"' for value in line) + "\r\n" for line in lines)
    require(written == text, "The file is not written as it was.")
    return lines


def node_over(left, right):
    data = b"\x01" + left[0] + long(left[1]) + right[0] + long(right[1])
    return hashlib.sha256(data).digest(), left[1] + right[1]


def root_of(node, position, count, path):
    """The tree has the shape of RFC 6962."""
    require(0 <= position < count, "There is no such leaf in the tree.")
    at, last = position, count - 1
    for other in path:
        require(last > 0, "The path is too long.")
        if at % 2 == 1 or at == last:
            node = node_over(other, node)
            while at % 2 == 0 and at != 0:
                at, last = at // 2, last // 2
        else:
            node = node_over(node, other)
        at, last = at // 2, last // 2
    require(last == 0, "The path is too short.")
    return node


def named_lines(lines, names):
    require([line[0] for line in lines] == names, f"The lines {names[0]} to {names[-1]} are not complete.")
    return dict(lines)


def path_of(lines):
    require(lines[:1] == [["Path Hash", "Path Sum"]], "The path is missing.")
    return [(digest(step), positive(total)) for step, total in lines[1:]]


def read_shares(lines, is_split):
    """The company's lines, and of each of its leaves nonce, amount, place and path."""
    require(all(len(line) == 2 for line in lines), "A line of the company has not two values.")
    if not is_split:
        own = named_lines(lines[: len(WHOLE_LINES)], WHOLE_LINES)
        return own, [(own["Nonce"], own["Balance"], own["Leaf"], path_of(lines[len(WHOLE_LINES) :]))]
    own, rest = named_lines(lines[: len(SPLIT_LINES)], SPLIT_LINES), lines[len(SPLIT_LINES) :]
    starts = [at for at, line in enumerate(rest) if line[0] == "Nonce"]
    require(not rest or starts[:1] == [0], "Something is between the balance and its shares.")
    shares = []
    for start, end in zip(starts, starts[1:] + [len(rest)]):
        first = start + len(SHARE_LINES)
        share = named_lines(rest[start:first], SHARE_LINES)
        shares.append((share["Nonce"], share["Share"], share["Leaf"], path_of(rest[first:end])))
    return own, shares


def check_shares(head, own, shares):
    """All shares are there, each at a place of its own, and lead to the root."""
    each = number(head.get("Shares", "1"))
    require(each >= 1 and len(shares) == each, f"The balance has {each} shares in the tree, not {len(shares)}.")
    places = {number(place) for _, _, place, _ in shares}
    require(len(places) == len(shares), "Two shares are the same leaf.")
    company = re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", own["Company ID"])
    require(company, "The company has no id.")
    for nonce, amount, place, path in shares:
        hidden = hashlib.sha256(b"sente.company.1" + uuid.UUID(own["Company ID"]).bytes + digest(nonce)).digest()
        value = positive(amount)
        leaf = hashlib.sha256(b"\x00sente.liability.1" + hidden + long(value)).digest()
        root, total = root_of((leaf, value), number(place), number(head["Companies"]) * each, path)
        right = root == digest(head["Root"]) and total == positive(head["Liabilities"])
        require(right, "The balance and the path do not lead to the signed root.")
    balance = sum(positive(amount) for _, amount, _, _ in shares)
    require(balance == positive(own["Balance"]), "The shares do not add up to the balance.")


def check_liabilities(data, keys):
    """Returns the lines of the proof."""
    found = re.search(rb'"Signature","([A-Za-z0-9+/]{86}==)"\r\n', data)
    start = re.match(re.escape(MARK) + rb'"Sente Liabilities","([123])"\r\n', data)
    require(start and found, "This is no proof of version 1, 2 or 3.")
    version = int(start[1])
    names = [name for name in LIABILITY_HEAD if LIABILITY_SINCE.get(name, 1) <= version]
    signed, signature = data[: found.start()], base64.b64decode(found[1])
    require(base64.b64encode(signature) == found[1], "The signature is not written as base64.")
    lines = quoted_lines(signed[len(MARK) :].decode("utf-8"))
    require([line[0] for line in lines if len(line) == 2] == names, "The first lines are not complete.")
    head = dict(lines)
    own, shares = read_shares(quoted_lines(data[found.end() :].decode("utf-8")), version >= 3)
    check_signature(head, signed, signature, keys)
    require(head["Currency"] == "UGX", "The currency is not UGX.")
    check_shares(head, own, shares)
    total = positive(head["Liabilities"])
    digest(head["Heads"])
    others = head["System Accounts"].split()
    require(all(re.fullmatch("[a-z]+:[A-Z]*:-?[0-9]+", each) for each in others), "A system account is not one.")
    rest_of_books = sum(number(each.split(":")[2]) for each in others)
    books = total - positive(head["Below Zero"]) + rest_of_books
    require(books == 0, "The books of the day do not sum to zero.")
    if version >= 2:
        held = head["Held"].split()
        place = "[A-Z]+:(-?[0-9]+:(statement|part)|:unknown)"
        require(all(re.fullmatch(place, each) for each in held), "What is held is not written as it was.")
        require(head["Previous"] == "" or digest(head["Previous"]), "The day before has no hash.")
    return {**head, **own, "hash": hashlib.sha256(signed).hexdigest()}


def check_root(lines, roots):
    """Whether everybody was shown the same root."""
    day = lines["Day"]
    if roots is None:
        print(f"  The root of {day} was not compared with the published one: others may have been shown another.")
        return False
    found = [each for each in roots if each["day"] == day]
    if not found and all(each["madeAt"][:19] < lines["Made At"][:19] for each in roots):
        print(f"  The list of published roots is older than the proof of {day}. Fetch a new one.")
        return False
    require(found, f"No root of {day} is published.")
    same = found[0]["root"] == lines["Root"] and found[0]["hash"] == lines["hash"]
    require(same, f"The root of {day} is not the published one: others were shown another document.")
    return True


def check_links(proofs, roots):
    """Whether each proof names the one signed before it, directly or over others that are published."""
    is_whole, previous_of = True, {each["hash"]: each["previous"] for each in roots or []}
    ordered = sorted(proofs, key=lambda each: each["Made At"])
    for before, after in zip(ordered, ordered[1:]):
        if before["hash"] == after["hash"]:
            continue
        require(before["Day"] != after["Day"], f'These are two different documents of {after["Day"]}.')
        named, steps = after.get("Previous"), 0
        while named and named != before["hash"] and named in previous_of and steps <= len(previous_of):
            named, steps = previous_of[named], steps + 1
        if named == before["hash"]:
            continue
        name = f'The proof of {after["Day"]} and that of {before["Day"]}'
        require(named is None or named not in previous_of and named != "", f"{name} are not linked.")
        print(f"{name}: whether one follows the other cannot be seen, days between are missing or name none.")
        is_whole = False
    return is_whole


def shillings(amount):
    whole, rest = divmod(abs(amount), 100)
    return f'UGX {"-" if amount < 0 else ""}{whole:,}' + (f".{rest:02}" if rest else "")


def more(amount):
    return f'{shillings(abs(amount))} {"less" if amount < 0 else "more"}'


def print_held(lines):
    """What is signed beside the root, and why more or less is held than is owed."""
    places = [each.split(":") for each in lines["Held"].split()]
    print(f'  Signed beside it, by statements (part: of a part of the day only): {lines["Held"]}')
    owed = hundredths(lines["Liabilities"])
    if not places or any(by == "unknown" for _, _, by in places):
        print(f"  So it cannot be compared with the {shillings(owed)} that are owed.")
        return
    held = sum(int(amount) for _, amount, _ in places)
    accounts = [each.split(":") for each in lines["System Accounts"].split()]
    booked = -sum(int(amount) for kind, _, amount in accounts if kind in ("clearing", "settlement"))
    text = f"  {shillings(held)} are held and {shillings(owed)} are owed to companies"
    if held == owed and held == booked:
        print(f"{text}: the same.")
        return
    print(
        f"{text}: {more(held - owed)} held than owed. By the books it would be {more(booked - owed)}, for fees, taxes and "
        f"other accounts of the provider. {more(held - booked)} is there than the books say: under way at the end of the "
        "day, or there before the first statement."
    )


def statement_in(data):
    """The file, or what is attached to a PDF, and the hash of all other bytes of the PDF."""
    if not data.startswith(b"%PDF-"):
        return data, None
    found = re.search(rb"/Type /EmbeddedFile\b.*?>>\s*stream\r?\n", data, re.DOTALL)
    length = found and re.search(rb"/Length (\d+)", found[0])
    require(length, "The PDF has no statement attached.")
    start, end = found.end(), found.end() + int(length[1])
    body, others = data[start:end], hashlib.sha256(data[:start] + data[end:]).hexdigest()
    return zlib.decompress(body) if b"/FlateDecode" in found[0] else body, others


def check_pages(head, pages):
    """Whether the pages of a PDF are proved."""
    if "Pages" not in head:
        print("  Only the attached statement is proved; its pages are not. Compare them with what is attached.")
        return False
    require(head["Pages"] != "", "The statement was signed without pages: those of this PDF are not from Sente.")
    require(head["Pages"] == pages, "The pages of the PDF are not the signed ones: they were changed, or are others.")
    return True


def read_list(source, name):
    if source.startswith(("http:", "https:")):
        with urllib.request.urlopen(source) as answer:
            return json.load(answer)[name]
    with open(source, encoding="utf-8") as file:
        return json.load(file)[name]


def main(arguments):
    options, files = {}, list(arguments)
    for name in [each for each in ("--keys", "--roots") if each in files[:-1]]:
        at = files.index(name)
        options[name], files = files[at + 1], files[:at] + files[at + 2 :]
    if "--keys" not in options or not files:
        sys.exit(__doc__)
    keys = read_list(options["--keys"], "keys")
    roots = read_list(options["--roots"], "days") if "--roots" in options else None
    before, heads, proofs, is_whole = {}, [], [], True
    for name in files:
        try:
            with open(name, "rb") as file:
                data = file.read()
            if data.startswith(MARK + b'"Sente Liabilities"'):
                lines = check_liabilities(data, keys)
                is_same = check_root(lines, roots)
                verdict = "proved" if is_same else "proved in part"
                print(f'{name}: {verdict}, {lines["Balance"]} are in {lines["Liabilities"]} of {lines["Day"]}')
                if "Held" in lines:
                    print_held(lines)
                proofs.append(lines)
                is_whole = is_whole and is_same
                continue
            statement, pages = statement_in(data)
            head, rows, signed, signature = read(statement)
            check_signature(head, signed, signature, keys)
            check_content(head, rows)
            is_proved = not rows or number(head["First Entry"]) >= number(head["Proved From Entry"])
            is_proved = check_end_of_days(head, pages is not None) and is_proved
            if pages and not check_pages(head, pages):
                is_proved = False
            account = head["Company ID"], head["Account ID"]
            if account in before:
                check_sequence(before[account], head)
        except (Wrong, ValueError, csv.Error, zlib.error, struct.error, OverflowError) as error:
            print(f"{name}: NOT proved. {error}")
            return 1
        is_whole = is_whole and is_proved
        balances = f'opening balance {head["Opening Balance"]}, closing balance {head["Closing Balance"]}'
        print(f'{name}: {"proved" if is_proved else "proved in part"}, {len(rows)} movements, {balances}')
        before[account] = head
        heads.append(head)
    try:
        is_whole = check_links(proofs, roots) and is_whole
    except Wrong as error:
        print(f"NOT proved. {error}")
        return 1
    is_whole = check_parts(heads) and is_whole
    if len(before) > 1:
        print(f"These are statements of {len(before)} accounts: nothing between accounts was compared.")
        is_whole = False
    return 0 if is_whole else 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
