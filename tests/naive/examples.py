"""The worked examples: those printed in the texts, and one hand for every reading that is spelled out."""

from fractions import Fraction

PRINTED = {
    "bulgarian": """
        7h 9d 9c 9 · Ts Td Ac 11 · Js Qd Tc 10 · 8c Kh 9d 10 · Kh 9h Qc 19 · As Ad Tc 22 · 8s Ad 7c 22
        Td 9d Jd 29 · Qc Qh Qd 30 · 7c Kh Kd 31 · 7c Ah Kh 32 · Ac Ah Ad 33 · 7c 7h 7d 34 · 8h 9s 7c 20
        7h 7d 7s 34 · 7c Ah Ad 33 · 7c 8h 8d 19 · 8c 8h 8d 8 · 9c 9h 9d 9""",
    "fortegames": """
        7h 9d 9c 9 · Ts Td Tc 30 · 8c Kh 9d 10 · Kh 9h Qc 19 · Qc Qh 9d 10 · As Ad Tc 22 · 8s Ad 7c 22
        Td 9d Jd 29 · Qc Qh Qd 30 · 7c Kh Kd 31 · 7c Ah Ad 33 · 7h 7d Ks 23 · 7c 7h Kd 23 · 7c 7h Kh 28
        Qd Kd Ts 20 · Ts 8s Kh 18
        8c 8h 7d 8 · 8c 8h 8d 24 · 9c 9h 9d 27 · Ac Ah Ad 33 · 7c 7h 7d 34 · 7h 7d 7s 34
        7c 8h 8d 27 · 7c 9h 9d 29""",
    "russian": """
        Ac Ah Kd 22 · Ac Ah As 33 · Ad Ah As 33 · 6d 6h 6s 36 · 6c 6h 6d 36
        7c 7h 7d 32.5 · 8c 8h 8d 32.5 · 9c 9h 9d 32.5 · Tc Th Td 32.5 · Jc Jh Jd 32.5 · Qc Qh Qd 32.5
        Kc Kh Kd 32.5
        6c Kh Kd 32.5 · Ad Kh Kc 32.5 · Ad 6h 6s 36 · Ad 6c Kh 32.5 · Ad 6c 6h 36 · Ad 6c Ah 33""",
    "bulgarian-low-triples": "8c 8h 8d 24 · 9c 9h 9d 27 · 7c 8h 8d 27 · 7c 9h 9d 29",
    "russian-plain-jokers": """
        6c Kh Kd 21 · 6c 6h 6d 36 · 6c Ah Kd 22 · 6c Ah As 33 · Ad Ah Kc 22 · Ad Ah As 33
        Ad 6c Kh 32 · Ad 6h 6s 17 · Ad 6c 6h 28""",
    "forte-seka": """
        7c Kh Kd 30 · 7c Ah Ad 33 · 7c 7h 7d 21 · 7h 7d 7s 21 · Qc Qh Qd 30 · Ac Ah Ad 33 · 6c 6h 6d 34
        As Ad Tc 22 · 7c Kh 9d 21 · 7c 6h 6d 34""",
    "latvian-seka": """
        Ac Ah Ad 33 · 6c 6h 6d 32 · 7c 7h 7d 30.5 · Kc Kh Kd 30.5 · Ah Kh Qh 31 · As Ad Tc 22""",
    "begench-seka": """
        7c 7h 7d 21 · Kc Kh Kd 30 · Ac Ah Ad 33 · As Ad Tc 22 · 6c Kh Kd 30 · 6c 7h 7d 21 · 6c Ah Ad 33""",
    "trynka": """
        Tc Th Td 33 · Jc Jh Jd 34 · Qc Qh Qd 35 · Kc Kh Kd 36 · Ac Ah Ad 37 · As Ad Tc 22
        6c Kh Kd 36 · 6c Ah Kh 32 · 6c Ah Kd 22""",
}


def _read(rules: str, text: str) -> list[tuple[str, str, Fraction]]:
    words = text.replace("·", " ").split()
    return [(rules, " ".join(words[i : i + 3]), Fraction(words[i + 3])) for i in range(0, len(words), 4)]


EXAMPLES = [example for rules, text in PRINTED.items() for example in _read(rules, text)]
