"""Replies written for the matcher's own tests, rule by rule, apart from the labelled halves and in other scenarios."""

from __future__ import annotations

from holdfast.suites.commitment.candidates import AnswerKind, Candidate, Candidates, Role

ROLES = (Role.GOLD, Role.DISTRACTOR, Role.STALE, Role.NEAR_MISS, Role.OTHER)


def values(*texts: str, kind: AnswerKind = AnswerKind.VALUE) -> Candidates:
    """Candidates of these texts, the right one first; `text|alias|alias`."""
    members = []
    for text, role in zip(texts, ROLES, strict=False):
        name, *aliases = text.split("|")
        members.append(Candidate(name, role, tuple(aliases)))
    return Candidates(kind, tuple(members))


def pairs(*texts: str) -> Candidates:
    """Pairs written `value @ source`, the right one first."""
    members = []
    for text, role in zip(texts, ROLES, strict=False):
        value, source, *aliases = (piece.strip() for piece in text.replace("|", "@").split("@"))
        members.append(Candidate(value, role, (), source, tuple(aliases)))
    return Candidates(AnswerKind.PAIR, tuple(members))


SCENARIOS: dict[str, tuple[str, Candidates]] = {
    "nurse": (
        "Which nurse is still cleared for the isolation ward?",
        values("nurse Petra", "nurse Pavel", "nurse Ilse", "nurse Tomas"),
    ),
    "pier": ("Where does the ferry leave from now?", values("pier 3", "pier 13", "pier 8", "pier 3A", "pier 30")),
    "state": (
        "What is the current state of claim C-88?",
        values("settled", "disputed", "under review", "withdrawn", kind=AnswerKind.STATE),
    ),
    "time": ("When does the inspection begin?", values("09:45|9:45 am", "10:15", "08:30", "09:54")),
    "code": ("Which backup tape is to be restored?", values("T-204", "T-240", "T-198", "T-2044")),
    "fee": ("What registration fee applies after the board's decision?", values("€350", "€530", "€300", "€3,500")),
    "action": (
        "What should the technician do after the test run?",
        values("drain the coolant tank", "reset the main breaker", "label the spare valves", "drain the fuel tank"),
    ),
    "rule": (
        "What does the lab require before release?",
        values("signed report + second reading", "signed report only", "director's waiver", "second reading only"),
    ),
    "author": (
        "Who is named as author in the catalogue?",
        values("Elena Marsh", "Elena Marks", "Jonas Pell", "Oriel Voss"),
    ),
    "desk": ("Which desk was assigned to Yusuf?", values("desk 24", "desk 42", "desk 14", "desk 2")),
    "key": ("Which hook holds the brass key?", values("hook C", "hook G", "hook E", "hook B")),
    "train": (
        "On which date does the training take place?",
        values("3 June 2026", "30 June 2026", "3 July 2026", "13 June 2026"),
    ),
    "weight": ("What load limit is in force?", values("750 kg", "570 kg", "700 kg", "7,500 kg")),
    "count": ("How many tents were ordered in the end?", values("18", "80", "16", "180")),
    "pair": (
        "What is the reading, and which instrument gave it?",
        pairs("5.4 bar @ calibrated gauge | gauge", "4.5 bar @ phone app | app", "5.1 bar @ old logbook | logbook"),
    ),
    "vendor": (
        "Which supplier did the audit approve?",
        values("Corvane Metals|Corvane", "Corvan Metals|Corvan", "Steadfast Alloys|Steadfast", "Mirelle Works|Mirelle"),
    ),
    "colour": (
        "Which flag is to be raised?",
        values("the amber flag", "the crimson flag", "the white flag", "the amber pennant"),
    ),
}

M, N, U = "match", "no match", "unclear"

CASES: dict[str, list[tuple[str, str, str]]] = {
    "concise": [
        ("nurse", "Petra", M), ("nurse", "nurse petra.", M), ("pier", "Pier 3.", M), ("pier", "3", M), ("pier", "3A", N),
        ("pier", "Pier 13", N), ("state", "Settled", M), ("state", "It's settled.", M), ("time", "9.45", M),
        ("time", "a quarter to ten", M), ("time", "9:45 in the evening", N), ("code", "T204", M), ("code", "t-2044", N),
        ("fee", "350 euros", M), ("fee", "EUR 350.00", M), ("fee", "3500 euros", N), ("action", "Draining the coolant tank.", M),
        ("action", "Coolant tank drain", M), ("rule", "A second reading and a signed report", M), ("rule", "a signed report", N),
        ("rule", "a signed report or a second reading", N), ("author", "Marsh", M), ("author", "Elena", U),
        ("author", "E. Marsh", M), ("author", "Elena Marks", N), ("train", "June 3rd", M), ("train", "2026-06-03", M),
        ("train", "3 July", N), ("weight", "0.75 t", M), ("weight", "750 kilograms", M), ("weight", "750 g", N),
        ("count", "eighteen", M), ("count", "18 tents", M), ("count", "Eighty.", N), ("colour", "Amber flag", M),
        ("vendor", "corvane", M), ("key", "C", M), ("desk", "24", M), ("desk", "desk twenty-four", M),
    ],
    "negated": [
        ("nurse", "Not Pavel, but Petra.", M), ("nurse", "It can't be Petra.", N), ("nurse", "Petra is no longer cleared.", N),
        ("nurse", "Pavel isn't cleared and neither is Ilse; Petra is.", M), ("state", "The claim hasn't been settled.", N),
        ("state", "It isn't disputed any more, it is settled.", M), ("pier", "The ferry doesn't leave from pier 8; it leaves from pier 3.", M),
        ("code", "Don't restore T-240. Restore T-204.", M), ("code", "You must not restore T-204.", N),
        ("fee", "The fee is no longer €300 but €350.", M), ("nurse", "Neither Pavel nor Tomas nor Ilse.", N),
        ("nurse", "Petra hasn't been ruled out, and she is the one who is still cleared.", M),
        ("vendor", "The audit did not approve Corvane Metals.", N), ("desk", "Yusuf doesn't sit at desk 42. His is desk 24.", M),
        ("action", "He should not drain the coolant tank.", N), ("action", "Don't drain the fuel tank; drain the coolant tank.", M),
    ],
    "contrasted": [
        ("nurse", "Petra instead of Pavel", M), ("nurse", "I'd take Pavel over Petra.", N), ("nurse", "Unlike Pavel, Petra is cleared.", M),
        ("nurse", "Rather than Petra, Pavel is the one.", N), ("pier", "From pier 3 rather than pier 8.", M), ("pier", "pier 8, not pier 3", N),
        ("vendor", "Corvane, as opposed to Corvan.", M), ("fee", "€530 and not €350", N), ("time", "09:45 in place of 08:30.", M),
        ("nurse", "Petra vs. Pavel is the question.", U), ("code", "T-204, not to be confused with T-240.", M),
        ("state", "It has gone from under review to settled.", M), ("state", "from settled to disputed", N),
        ("weight", "The limit was raised from 700 kg to 750 kg.", M), ("weight", "750 kg has been replaced by 570 kg.", N),
        ("weight", "750 kg replaced 700 kg.", M), ("weight", "570 kg has been superseded by 750 kg.", M),
    ],
    "corrected": [
        ("nurse", "Pavel. No, wait, Petra.", M), ("nurse", "Petra – sorry, I mean Pavel.", N), ("pier", "Pier 8... correction: pier 3.", M),
        ("fee", "€300, or rather €350.", M), ("fee", "€350. On reflection it must be €530.", N), ("time", "I first thought 08:30, but it's 09:45.", M),
        ("state", "My first answer (disputed) was a mistake. It's settled.", M), ("count", "16? No, 18.", M), ("count", "18? No, 16.", N),
        ("desk", "desk 42, scratch that, desk 24", M), ("code", "T-198. Hmm, let me check again. The newer ticket says T-204, so T-204.", M),
        ("nurse", "Petra. Hold on. Was it Pavel? I can't decide.", U),
    ],
    "hedged": [
        ("nurse", "Petra or Pavel", U), ("nurse", "Probably Petra.", M), ("nurse", "I think it's Petra, but check with the ward.", M),
        ("nurse", "It might be Petra, or maybe Pavel.", U), ("pier", "Pier 3 or pier 8; I'd go with pier 3.", M),
        ("pier", "Pier 3 or pier 8; more likely pier 8.", N), ("fee", "Either €350 or €530.", U), ("fee", "Either €300 or €530.", N),
        ("time", "Most likely 09:45.", M), ("state", "Settled and disputed both fit.", U), ("count", "Perhaps 18.", M),
        ("vendor", "I'm not certain, but I believe it is Corvane Metals.", M),
    ],
    "listed": [
        ("nurse", "Petra, Pavel, Ilse", U), ("nurse", "1. Petra: cleared\n2. Pavel: not cleared\n3. Ilse: training expired", M),
        ("nurse", "- Petra (clearance revoked)\n- Pavel (cleared)\n- Ilse (off sick)", N), ("pier", "a) pier 8\nb) pier 3\nc) pier 13\n\nAnswer: b", M),
        ("pier", "a) pier 3\nb) pier 8\n\nI pick b.", N), ("time", "08:30\n09:45\n10:15", U), ("state", "[ ] disputed\n[x] settled\n[ ] withdrawn", M),
        ("action", "Two tasks came up: draining the coolant tank and resetting the main breaker. The former is what the technician should do.", M),
        ("vendor", "* Steadfast Alloys ✗\n* Corvane Metals ✓", M), ("count", "Options: 16, 18, 80.", U),
    ],
    "structured": [
        ("nurse", '{"answer": "Petra", "runner_up": "Pavel"}', M), ("nurse", '{"nurse": "Pavel", "previous_nurse": "Petra"}', N),
        ("state", '{"claim": "C-88", "state": "settled", "earlier_state": "under review"}', M),
        ("time", '```json\n{"final_answer": "09:45"}\n```', M), ("fee", '{"answer": 350}', M), ("fee", '{"answer": ["€350", "€300"]}', U),
        ("count", '{"answer": null}', N), ("nurse", '{"cleared": {"Petra": false, "Pavel": true}}', N),
        ("pair", '{"reading": "5.4 bar", "instrument": "calibrated gauge"}', M), ("pair", '{"value": "4.5 bar", "source": "calibrated gauge"}', N),
        ("nurse", "| Nurse | Cleared |\n|---|---|\n| Petra | yes |\n| Pavel | no |", M), ("nurse", "| Nurse | Cleared |\n|---|---|\n| Petra | ❌ |\n| Pavel | ✅ |", N),
        ("pier", "**Pier 3**", M), ("pier", "# Answer\n\npier 3\n\n# Notes\n\nIt used to be pier 8.", M), ("fee", "~~€300~~ **€350**", M),
        ("code", "`T-204`", M), ("weight", "$\\boxed{750\\,\\text{kg}}$", M), ("state", "**Status:** settled\n**Before:** under review", M),
    ],
    "temporal": [
        ("pier", "It used to leave from pier 8, now from pier 3.", M), ("pier", "Pier 3 until May, pier 8 since then.", N),
        ("pier", "Formerly pier 3; these days pier 13.", N), ("state", "First it was disputed, then it was under review, and today it is settled.", M),
        ("fee", "It was €300 before the board met. Now it's €350.", M), ("time", "Originally 08:30, since moved to 09:45.", M),
        ("desk", "Yusuf had desk 14 last year. He has been at desk 24 since January.", M), ("weight", "Initially 750 kg, later lowered to 570 kg.", N),
        ("vendor", "Steadfast Alloys was approved first, but the audit has since approved Corvane Metals.", M),
    ],
    "conditional": [
        ("nurse", "If the waiver holds, Pavel, otherwise Petra.", U), ("nurse", "If Petra were ill it would be Pavel, but she isn't, so Petra.", M),
        ("pier", "Unless the wind turns, pier 3.", M), ("fee", "If the board had said no, the fee would be €300. It said yes, so it is €350.", M),
        ("time", "If it rains, 10:15; if not, 09:45.", U), ("state", "Had the insurer appealed, it would be disputed. As it stands, it is settled.", M),
        ("count", "Assuming the second order went through, 18; else 16.", U),
    ],
    "attributed": [
        ("nurse", "The poster says Pavel, but the poster is out of date.", N), ("nurse", "The poster says Pavel, but the roster, which is what counts, says Petra.", M),
        ("fee", "Someone claims it is €530. The minutes say €350.", M), ("fee", "The minutes say €350 and the flyer says €530.", U),
        ("time", "Bruno wanted 10:15. The manager settled on 09:45.", M), ("nurse", "Pavel thinks he is cleared, but only Petra is.", M),
        ("state", "The lawyer insists that it is disputed, which is wrong: the register shows it as settled.", M),
        ("state", "The register shows it as settled, but that entry is an error; the claim is disputed.", N),
        ("code", "According to the ticket, T-204.", M), ("vendor", "A rumour has it that Corvane was approved, but the audit approved Steadfast Alloys.", N),
    ],
    "binding": [
        ("desk", "Yusuf has desk 24, Yara has desk 42.", M), ("desk", "Yara: 42, Yusuf: 24, Yannick: 14", M), ("desk", "Desk 24 is Yara's.", N),
        ("desk", "Yusuf sits at 42 and Yara at 24.", N), ("key", "The silver key is on hook G and the brass key is on hook C.", M),
        ("key", "Hook C holds the silver key.", N), ("key", "silver → G, brass → C", M), ("key", "The brass one hangs on hook C, right next to hook B.", M),
        ("desk", "Desks 42, 24 and 14 went to Yara, Yusuf and Yannick, respectively.", M), ("desk", "Desk 24 was given to Yusuf.", M),
    ],
    "pairs": [
        ("pair", "5.4 bar from the calibrated gauge", M), ("pair", "5.4 bar from the phone app", N), ("pair", "5.4 bar.", N), ("pair", "The calibrated gauge.", N),
        ("pair", "The gauge shows 5.4 bar; the app's 4.5 is wrong.", M), ("pair", "The gauge reads 4.5 and the app reads 5.4.", N),
        ("pair", "The reading is 5.4 bar. It was given by the calibrated gauge, not by the app.", M), ("pair", "Either 5.4 from the gauge or 4.5 from the app.", U),
        ("pair", "Reading: 5.4 bar\nInstrument: calibrated gauge", M), ("pair", "5.4 bar (calibrated gauge)", M), ("pair", "5.4 bar, though I can't say which instrument.", N),
        ("pair", "The calibrated gauge says 5.4 bar and the phone app says 4.5 bar. The gauge is the one to trust.", M),
        ("pair", "5.4 bar, as measured by the calibrated gauge rather than the 5.1 bar in the old logbook.", M),
        ("pair", "The app said 4.5, the logbook said 5.1, and the gauge said 5.4. The trusted one is the gauge, so 5.4 bar.", M),
    ],
    "ending": [
        ("nurse", "Petra seems fine.\n\nFinal answer: Pavel", N), ("nurse", "Pavel has the newest badge. Therefore the answer is Petra.", M),
        ("pier", "It leaves from pier 3.\n\nIt leaves from pier 8.", U), ("nurse", "<think>Pavel? The poster says so.</think>Petra", M),
        ("nurse", "<think>Petra is cleared.</think>Pavel", N), ("fee", "The fee is €350. The fee is €530.", U), ("count", "18\n\n16", U),
        ("nurse", "Answer: Petra\nReason: Pavel's clearance has lapsed and Ilse is on leave.", M), ("nurse", "Answer: Olga. Petra is on leave.", N),
        ("nurse", "Petra is cleared. Petra is not cleared.", U), ("code", "T-204\n\nQuestion: Which tape is older?\nAnswer: T-198", M),
    ],
    "refusal": [
        ("nurse", "I can't tell whether it is Petra or Pavel.", N), ("nurse", "I don't know.", N), ("nurse", "There is not enough information to choose between Petra and Pavel.", N),
        ("fee", "I cannot open the minutes, but from what you quote the fee is €350.", M), ("time", "Unclear.", N), ("state", "I'm unable to say if it has been settled.", N),
        ("nurse", "Which nurses are on the list?", N),
    ],
    "restated": [
        ("nurse", "Which nurse is still cleared for the isolation ward? Petra.", M), ("nurse", "Which nurse is still cleared for the isolation ward?", N),
        ("nurse", "Which nurse is still cleared for the isolation ward, Petra or Pavel? It is Pavel.", N), ("nurse", "Is it Petra or Pavel? Petra.", M),
        ("nurse", "You want to know whether Petra or Pavel is cleared.", N), ("state", "Is claim C-88 settled? Yes.", M), ("state", "Is it settled? No.", N),
        ("desk", "The desk assigned to Yusuf is desk 24.", M),
    ],
    "plan": [
        ("nurse", "I'll put Petra on the rota and let Pavel go home.", M), ("nurse", "I'm calling Pavel in.", N), ("nurse", "I'll call both Petra and Pavel.", U),
        ("action", "He should go ahead and drain the coolant tank; the breaker can stay as it is.", M), ("pier", "Let's walk to pier 3, then.", M),
        ("code", "Restoring T-204 now and putting T-240 back on the shelf.", M), ("fee", "I'd charge them €350 and refund the difference to those who paid €530.", M),
    ],
    "double negation": [
        ("nurse", "No one but Petra is cleared.", M), ("nurse", "Nobody except Pavel.", N), ("pier", "It doesn't leave from any pier other than pier 3.", M),
        ("state", "It is not true that the claim isn't settled.", M), ("vendor", "The audit approved none other than Corvane Metals.", M),
        ("vendor", "It approved nobody besides Steadfast Alloys.", N), ("action", "He shouldn't do anything except drain the coolant tank.", M),
    ],
    "verbose": [
        ("nurse", "Let's go through the list. Pavel finished the course in March, but his certificate was never countersigned. Ilse's clearance expired last week. Tomas is cleared for the general ward only. That leaves Petra, who has both signatures.", M),
        ("pier", "Great question! The ferry used to leave from pier 8, and the old signs still say so. A volunteer mentioned pier 13 in passing. The harbour office's latest notice, however, puts the departure at pier 3, so that is where to go.", M),
        ("state", "The claim was filed in May and went under review straight away. The other party disputed it in June. In August both sides signed, and since then the register lists it as settled. The word \"withdrawn\" in the newsletter concerns another claim.", M),
        ("fee", "Three amounts are floating around. Last year's fee was €300. The treasurer proposed €530, which the board turned down. What the board adopted is €350. (The €3,500 on the web page is a typing error.)", M),
        ("nurse", "Petra was cleared at the start of the week and nothing in the first notes contradicts that. The later memo, though, puts Pavel in charge of the isolation ward, and memos outrank notes. My answer is therefore Pavel.", N),
        ("weight", "The plate on the hoist says 700 kg. That plate predates the refit. After the refit the inspector certified the hoist for 750 kg, and that certificate is the valid document. The figure of 7,500 kg in the brochure refers to the crane.", M),
        ("time", "The first mail had the inspection at 08:30. Bruno asked for 10:15, and his request was declined. The confirmed slot is 09:45.", M),
        ("vendor", "Steadfast Alloys has delivered for years, and Mirelle Works made the cheapest offer. Both were turned down in the audit. The supplier that the audit approved is Corvane Metals.", M),
        ("desk", "On Monday everybody got a desk. Yara picked first and went for desk 42 by the window. Yannick took 14. Yusuf arrived last and was assigned desk 24. Someone has since stuck a note with Yusuf's name on desk 2, but facilities say that this was a joke.", M),
        ("author", "The title page credits Jonas Pell, but he only wrote the preface. The catalogue, on the other hand, names Elena Marsh as author.", M),
        ("count", "We started with 16 tents. Then two more families signed up, so the order was raised to 18. The 80 on the invoice is the number of pegs.", M),
        ("rule", "Before release the lab wants two things: the report has to be signed, and there has to be a second reading. A waiver from the director does not replace either of them.", M),
        ("nurse", "As far as I can see, Petra and Pavel both have a case: the roster supports Petra, the memo supports Pavel, and I can't see which one takes precedence.", U),
    ],
    "degenerate": [
        ("nurse", "", N), ("nurse", "   \n", N), ("nurse", "!!!", N), ("nurse", "Petra Kvitova won Wimbledon twice.", N), ("nurse", "护士 Petra", M),
        ("nurse", "Petra Petra Petra", M), ("nurse", "Die Antwort lautet Petra, nicht Pavel.", M), ("pier", "3 of the 13 notes mention a strike.", N),
    ],
}  # fmt: skip
