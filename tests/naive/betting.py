"""Both ways of betting, played out line by line as a patient clerk would: lists, copies and recursion.

A tree is ``("turn", seat, seen, [(label, tree), ...])`` or ``("end", paid, [(amount, seats), ...])``.
"""

import math
from copy import deepcopy


def size_of(text):
    text = str(text)
    return (float(text[:-1]), text[-1]) if text[-1] in "bpx" else (float(text), "")


def raised(text, level, blind, pot):
    amount, unit = size_of(text)
    return {"": level + amount, "b": level + amount * blind, "p": level + amount * pot, "x": level * amount}[unit]


def new_table(n, ante, stacks, carried):
    stacks = [math.inf] * n if stacks is None else list(stacks)
    return {
        "paid": [float(ante)] * n,
        "stack": stacks,
        "out": [False] * n,
        "ante": float(ante),
        "carried": carried,
        "level": 0.0,
    }


def left(table, seat):
    return table["stack"][seat] - table["paid"][seat]


def still_in(table):
    return [seat for seat, out in enumerate(table["out"]) if not out]


def players(table):
    """Who can still pay something."""
    return [seat for seat in still_in(table) if left(table, seat) > 0]


def round_table(table, seat, seats):
    n = len(table["paid"])
    return [other % n for other in range(seat + 1, seat + n + 1) if other % n in seats]


def most(table, seats):
    return max(table["paid"][seat] for seat in seats)


def end(table, matched):
    """Cut the money into slices at every amount that somebody paid, and ask of each slice who may win it.

    What one seat alone has paid comes back to it: above everyone else where bets are to be `matched`, otherwise
    above those who went all-in if nobody else ever paid more than they did.
    """
    paid, live = list(table["paid"]), still_in(table)
    broke = [seat for seat in live if left(table, seat) == 0]
    pots = [[table["carried"], None]]
    low = 0.0
    for high in sorted(set(paid)):
        payers = [seat for seat in range(len(paid)) if table["paid"][seat] >= high]
        may_win = [seat for seat in live if seat in payers or seat not in broke]
        money = (high - low) * len(payers)
        alone = len(payers) == 1 and payers == may_win
        others = [table["paid"][seat] for seat in range(len(paid)) if seat not in payers]
        if alone and (matched or (broke and payers[0] not in broke and max(others) <= most(table, broke))):
            paid[payers[0]] = low
        elif not may_win:
            pots[-1][0] += money
        elif pots[-1][1] in (None, may_win):
            pots[-1] = [pots[-1][0] + money, may_win]
        else:
            pots.append([money, may_win])
        low = high
    return ("end", paid, [(amount, set(seats)) for amount, seats in pots])


# --- a call closes -----------------------------------------------------------------------------------------------


def call_closes(
    n,
    ante=1,
    bets=("2",),
    blind=1,
    blind_factor=2,
    blind_laps=1,
    over_blind=2,
    raise_factor=2,
    raises=(),
    max_raises=3,
    cap_scope="total",
    check_before_bet=False,
    nobody_bets="taken",
    first_to_act="after_last_blind",
    max_bet=None,
    stacks=None,
    allow_blind=True,
    carried=0.0,
):
    start = carried + n * ante
    most = math.inf if max_bet is None else raised(max_bet, 0, 0, start)
    first_blind = raised(blind, 0, 0, start) if blind else 0
    over_menu = over_blind if isinstance(over_blind, (list, tuple)) else [f"{over_blind}b"]
    raise_menu = raises or [f"{raise_factor}x"]

    def pot_after_call(table, seat):
        return table["carried"] + sum(table["paid"]) + table["ante"] + table["level"] - table["paid"][seat]

    def targets(table, seat, menu, first):
        """The bets that a menu gives, with their labels."""
        unit_blind = table["blinds"][-1][1] if table["blinds"] else first_blind
        found = []
        for text in menu:
            base = table["level"] if not first or size_of(text)[1] == "p" else 0.0
            bet = min(raised(text, base, unit_blind, pot_after_call(table, seat)), most)
            label = ("bet " if first else "raise to ") + f"{bet:g}"
            if table["ante"] + bet > table["stack"][seat]:
                bet = table["stack"][seat] - table["ante"]
                label = f"all-in {left(table, seat):g}"
            elif bet < table["level"] or (bet == table["level"] and not (first and bet == most)):
                continue
            if bet not in [other for _, other in found]:
                found.append((label, bet))
        return found

    def blind_turn(table, seat):
        made = table["blinds"]
        amount = made[-1][1] * blind_factor if made else first_blind
        if len(made) >= n * blind_laps or amount > most or left(table, seat) <= 0:
            return look(table)
        if table["ante"] + amount > table["stack"][seat]:
            return look(table)
        after = deepcopy(table)
        after["paid"][seat] = table["ante"] + amount
        after["level"] = amount
        after["blinds"].append((seat, amount))
        word = "double to" if made and blind_factor == 2 else "blind"
        actions = [(f"{word} {amount:g}", blind_turn(after, (seat + 1) % n)), ("look", look(table))]
        return ("turn", seat, False, actions)

    def look(table):
        table = deepcopy(table)
        last = table["blinds"][-1][0] if table["blinds"] else None
        before = last if last is not None and first_to_act == "after_last_blind" else n - 1
        table["taker"] = n - 1 if last is None else last
        table["passed"] = []
        return before_bet(table, round_table(table, before, players(table)))

    def before_bet(table, queue):
        able = players(table)
        alone = len(able) == 1 and table["paid"][able[0]] >= table["ante"] + table["level"]
        if len(still_in(table)) == 1 or not queue or alone:
            table = deepcopy(table)
            if nobody_bets == "taken" or table["blinds"]:
                for seat in table["passed"]:
                    table["out"][seat] = table["out"][seat] or seat != table["taker"]
            return end(table, True)
        seat, rest = queue[0], queue[1:]
        after = deepcopy(table)
        actions = []
        if check_before_bet or seat == table["taker"]:
            after["passed"].append(seat)
            actions.append(("check", before_bet(after, rest)))
        else:
            after["out"][seat] = True
            actions.append(("fold", before_bet(after, rest)))
        if able == [seat]:
            actions.append(calling(table, seat, []))
            return ("turn", seat, True, actions)
        for label, bet in targets(table, seat, over_menu if table["blinds"] else bets, True):
            after = deepcopy(table)
            after["paid"][seat] = table["ante"] + bet
            if bet > table["level"]:
                after.update(level=bet, first=seat, raises=[0] * n)
                others = [other for other in players(after) if other != seat]
                actions.append((label, after_bet(after, round_table(after, seat, others))))
            elif left(after, seat) > 0:  # nobody can bet more than the blind that lies there
                after.update(first=seat, raises=[0] * n)
                owing = [s for s in players(after) if after["paid"][s] < after["ante"] + bet]
                actions.append((label, after_bet(after, round_table(after, seat, owing))))
            else:
                actions.append((label, before_bet(after, rest)))
        return ("turn", seat, True, actions)

    def calling(table, seat, rest):
        after = deepcopy(table)
        price = table["ante"] + table["level"] - table["paid"][seat]
        word = "call"
        if price > left(table, seat):
            price, word = left(table, seat), "all-in"
        after["paid"][seat] += price
        return f"{word} {price:g}", after_bet(after, rest)

    def after_bet(table, queue):
        if len(still_in(table)) == 1 or not queue:
            return end(table, True)
        seat, rest = queue[0], queue[1:]
        after = deepcopy(table)
        after["out"][seat] = True
        actions = [("fold", after_bet(after, rest)), calling(table, seat, rest)]
        done = table["raises"]
        if cap_scope == "total":
            may = sum(done) < max_raises
        elif seat == table["first"]:
            may = done[seat] < max_raises
        else:
            may = done[seat] <= done[table["first"]]
        others = [other for other in players(table) if other != seat]
        if may and others and left(table, seat) > table["ante"] + table["level"] - table["paid"][seat]:
            for label, bet in targets(table, seat, raise_menu, False):
                after = deepcopy(table)
                after["paid"][seat] = table["ante"] + bet
                after["level"] = bet
                after["raises"][seat] += 1
                actions.append((label, after_bet(after, round_table(after, seat, others))))
        return ("turn", seat, True, actions)

    table = new_table(n, ante, stacks, carried)
    table["blinds"] = []
    return blind_turn(table, 0) if allow_blind and first_blind and blind_laps else look(table)


# --- pay to stay, until someone opens ----------------------------------------------------------------------------


def pay_to_stay(
    n,
    ante=1,
    bet=1,
    dark=True,
    dark_share=0.5,
    raise_factor=2,
    raises=(),
    max_bet=4,
    laps=3,
    open_after_laps=1,
    stacks=None,
    allow_blind=True,
    carried=0.0,
):
    start = carried + n * ante
    most = raised(max_bet, 0, 0, start)
    raise_menu = raises or [f"{raise_factor}x"]

    def paying(table, seat, price, **changes):
        after = deepcopy(table)
        after["paid"][seat] += price
        after.update(changes)
        return after

    def turn(table, lap, queue, in_the_dark):
        live, able = still_in(table), players(table)
        if len(live) == 1 or not able:
            return end(table, False)
        if len(able) == 1 and table["paid"][able[0]] >= max(table["paid"][seat] for seat in live):
            return end(table, False)
        queue = [seat for seat in queue if seat in able]
        if not queue:
            return turn(table, lap + 1, list(range(n)), False) if lap < laps else end(table, False)
        seat, rest = queue[0], queue[1:]
        price = dark_share * table["bet"]
        if in_the_dark and price <= left(table, seat):
            actions = [
                (f"dark {price:g}", turn(paying(table, seat, price), lap, rest, True)),
                ("look", seen(table, lap, seat, rest)),
            ]
            return ("turn", seat, False, actions)
        return seen(table, lap, seat, rest)

    def seen(table, lap, seat, rest):
        now, chips = table["bet"], left(table, seat)
        after = deepcopy(table)
        after["out"][seat] = True
        actions = [("fold", turn(after, lap, rest, False))]
        if chips < now:
            actions.append((f"all-in {chips:g}", turn(paying(table, seat, chips), lap, rest, False)))
            return ("turn", seat, True, actions)
        if lap < laps:
            actions.append((f"pay {now:g}", turn(paying(table, seat, now), lap, rest, False)))
            told = []
            for text in raise_menu if len(players(table)) > 1 else []:
                higher = min(raised(text, now, 0, carried + sum(table["paid"]) + now), most)
                label = f"raise to {higher:g}"
                if higher > chips:
                    higher, label = chips, f"all-in {chips:g}"
                if higher > now and higher not in told:
                    told.append(higher)
                    actions.append((label, turn(paying(table, seat, higher, bet=higher), lap, rest, False)))
        if lap > open_after_laps:
            actions.append(("open", end(paying(table, seat, now), False)))
        return ("turn", seat, True, actions)

    table = new_table(n, ante, stacks, carried)
    table["bet"] = raised(bet, 0, 0, start)
    return turn(table, 1, list(range(n)), dark and allow_blind)
