"""The words that decide what a mention means, in one table: what denies, what withdraws, what hedges, what concludes.

A cue is a few words in the spelling of `lexing`. Longer cues win over shorter ones, candidates over cues. Cues that the
question itself uses (`SILENCED`) say nothing about an answer to it and are passed over.
"""

from __future__ import annotations


class Cue:
    """What a cue does to the mentions around it."""

    NEGATION = 1 << 0
    """Denies the mention behind it in its clause, else the one before."""
    NOBODY = 1 << 1
    """A negation that `but`, `except` and the like turn round."""
    DENIAL = 1 << 2
    """An adjective or predicate that disqualifies."""
    AVOID = 1 << 3
    """Denies what follows: `rather than`, `ignore`."""
    LANDMARK = 1 << 4
    """What follows is told for orientation: `next to`, `covering for`."""
    EXCEPT = 1 << 5
    """Behind a negation it picks out, otherwise it leaves out."""
    ONLY = 1 << 6
    """Picks out what follows it."""
    REPLACES = 1 << 7
    """One value takes the place of another; which one depends on the voice."""
    BY = 1 << 8
    """Turns a replacement round."""
    WITH = 1 << 9
    """`replaced X with Y`."""
    FROM = 1 << 10
    """The old value of a change."""
    TO = 1 << 11
    """The new value of a change."""
    CHANGED = 1 << 12
    """A verb of change: `moved`, `updated`."""
    FORMER = 1 << 13
    """Expressly so once and, unless it is said, not now: `used to be`, `originally`."""
    PAST = 1 << 14
    """Of an earlier time."""
    WAS = 1 << 15
    """Past tense: weak against a present."""
    NOW = 1 << 16
    """Expressly so at present."""
    HEDGE = 1 << 17
    """Held open: `might`, `possibly`."""
    LOOKS = 1 << 18
    """Only seems so, or is only mentioned."""
    PROPOSED = 1 << 19
    """Proposed, expected or asked for, not so."""
    FUTURE = 1 << 20
    """Not so yet."""
    SAYS = 1 << 21
    """Somebody says so."""
    CLAIMS = 1 << 22
    """Somebody says so, and the reply keeps away from it."""
    BELIEVES = 1 << 23
    """A person who stands before this is the one who thinks, not the answer."""
    AFFIRMS = 1 << 24
    """Says that the mention is the one."""
    ENDORSES = 1 << 25
    """Says which of several counts."""
    CHOOSES = 1 << 26
    """A verb that picks what follows it."""
    ANSWERS = 1 << 27
    """Announces the answer."""
    CONCLUDES = 1 << 28
    """Introduces a conclusion."""
    CORRECTS = 1 << 29
    """Takes back what was said before."""
    RECHECKS = 1 << 30
    """Doubts what was said before without taking it back."""
    BUT = 1 << 31
    """A turn in the thought; begins a clause."""
    REASON = 1 << 32
    """Begins a clause that argues for the answer rather than giving it."""
    CONCESSION = 1 << 33
    """Begins a clause that is granted, not claimed."""
    CONDITION = 1 << 34
    """Begins a clause that is not claimed."""
    UNLESS = 1 << 35
    """A condition that leaves the rest claimed."""
    ELSE = 1 << 36
    """The other branch of a condition."""
    WHETHER = 1 << 37
    """What follows is asked, not said."""
    AND = 1 << 38
    OR = 1 << 39
    COPULA = 1 << 40
    ALSO = 1 << 41
    """Adds another answer."""
    REFUSES = 1 << 42
    """Declines to answer."""
    UNDECIDED = 1 << 43
    """Says that the choice is open."""
    YES = 1 << 44
    NO = 1 << 45
    QUESTION_WORD = 1 << 46
    """A content word of the question."""
    SENTENCE = 1 << 47
    ASKED = 1 << 48
    """A question mark."""
    HARD = 1 << 49
    SOFT = 1 << 50
    IDLE = 1 << 51
    """Says nothing; keeps shorter cues from being seen in it."""


def phrases(table: str) -> tuple[str, ...]:
    """The phrases of a table, which stand between bars."""
    return tuple(table.split("|"))


CUES: dict[int, tuple[str, ...]] = {
    Cue.NEGATION: phrases(
        "'t|by no means|can 't confirm|can 't say|can 't say that|can 't tell|cannot|cannot confirm|cannot say|"
        "cannot say that|cannot tell|cant|didnt|do not know|does not say|doesn 't say|doesnt|don 't know|dont|doubt|"
        "doubts|hardly|in no way|isnt|kein|keine|neither|nem|never|nicht|no evidence|no indication|no longer|"
        "no reason to|no reason to think|no sign|no way|nor|not|not as if|not at all|not even|not the case that|not true that|"
        "not yet|nothing suggests|não|pas|shouldnt|under no circumstances|unlikely|wasnt|wont|yet to"
    ),
    Cue.NOBODY: phrases(
        "any other|any time|anybody|anyone|anything|anywhere|no one|no other|nobody|none|none of them|not anyone|"
        "not anything|nothing|nowhere"
    ),
    Cue.DENIAL: phrases(
        "a slip|abandoned|abolished|about another|absent|all off|already taken|an error|annulled|another day|another drug|"
        "are off|are out|are taken|as a backup|as a fallback|as alternate|as an assistant|as assistant|as backup|"
        "as cover|as deputy|as fallback|as her backup|as her deputy|as his backup|as his deputy|as plan b|as reserve|"
        "as substitute|as the backup|as the deputy|as vice|aside|away|axed|backup|banned|barred|being tested|"
        "belongs to a different|belongs to another|beside the point|blocked|bogus|both off|busy|came second|"
        "came to nothing|can 't be trusted|can wait|cancelled|cannot be trusted|ceased to be|closed|comes after|"
        "comes later|comes next|comes second|comes to nothing|concerns another|confusion|countermanded|crossed off|"
        "crossed out|dead|debunked|declined|decommissioned|decoy|deleted|demoted|denied|different|disallowed|"
        "discarded|discontinued|discounted|dismissed|disproved|disqualified|disqualifies|disqualify|disregarded|"
        "distractor|ditched|do not trust|does not count|don 't trust|dropped|dropped out|dummy|eliminated|eliminates|"
        "elsewhere|empty|erroneous|erroneously|error|excluded|expired|fabricated|failed|failing|fails|fake|fallacy|"
        "falls short|falls through|false|false lead|falsely|fanciful|fell through|fictitious|for another|"
        "for illustration|for later|for other|forbidden|forget it|from another|from other|frozen|full up|fully booked|"
        "garbled|gone|gossip|handed it on|handed on|hands it on|hands on|has left|has nothing to do|has run out|"
        "hearsay|history|holdover|hypothetical|ignored|ill|imaginary|in beta|in draft|in error|in reserve|in testing|"
        "inadmissible|inapplicable|incorrect|incorrectly|ineligible|insufficient|invalid|invented|irrelevant|"
        "is for a different|is off|is out|is taken|isn 't reliable|joke|lack|lacked|lacking|lacks|laid aside|lapsed|"
        "left over|left the|leftover|lifted|loses to|lost|lost out|lost to|made up|make the cut|misconception|"
        "miscounted|misdated|misheard|mislabelled|misleading|misnomer|misprint|misquoted|misread|missed out|misses|"
        "missing|misspelling|mistake|mistaken|mistakenly|mistyped|misunderstanding|mix up|mixed up|moot|myth|"
        "near miss|no authority|no bearing|no effect|no good|no option|no relay approval|no standing|no weight|noise|"
        "non binding|non compliant|noncompliant|not an option|not available|not credible|not enough|not reliable|"
        "not to be trusted|not trustworthy|nothing to do|nullified|obsolete|occupied|of another|off duty|off sick|"
        "off the list|off the table|off topic|old news|on break|on holiday|on leave|on standby|on vacation|out :|"
        "out of date|out of the question|out of the running|outdated|overridden|overruled|overturned|passed it on|"
        "passed on|passes it on|passes on|past its date|phased out|placeholder|prank|premature|prohibited|quashed|"
        "quit|ran out|red herring|redundant|refers to a different|refers to another|refused|refuted|rejected|relayed|"
        "relays|relic|remnant|removed|repealed|repeated|repeats|rescinded|resigned|retired|retired from|retracted|"
        "reversed|reversed on appeal|revoked|ruled out|rumor|rumour|runs out|scrapped|second place|set aside|shelved|"
        "sick|speculative|stale|standby|stepped down|steps down|stopped being|struck|struck down|superfluous|"
        "superseded|taken off|tempting|thrown out|to another|transposed|transposition|turned down|typo|unapproved|"
        "unauthorised|unauthorized|unavailable|unconfirmed|undone|unfit|unfounded|unofficial|unqualified|unrelated|"
        "unreliable|unsealed|unsigned|unsuitable|untested|untrusted|untrustworthy|unverified|useless|vetoed|void|"
        "voted down|voted out|was out|was taken|went nowhere|withdrawn|withdrew|wrong|wrongly"
    ),
    Cue.AVOID: phrases(
        "a long way from|advised against|ahead of|almost|amends|and not|as against|as compared with|as distinct|"
        "as distinct from|as opposed to|aside from|avoid|avoiding|beat|beaten by|beats|but not|cancel|cancelling|"
        "cancels|close to|compared to|compared with|confused it with|confused with|contrary to|corrects|"
        "decided against|defeated|delete|deleting|despite|different from|discard|discarding|discards|dislike|dislikes|dismiss|"
        "dismissing|displaces|displacing|disregard|disregarding|distinct from|do without|drop|dropping|drops|edged out|"
        "exclude|excludes|excluding|far from|forget|forget about|hate|hates|hold off on|i misread it as|ignore|"
        "ignores|ignoring|in contrast to|in exchange for|in lieu of|in place of|in return for|in spite of|instead of|"
        "invalidates|keep away from|leave out|leaves out|leaving out|less so|misread as|misread it as|mistaken for|"
        "mistook it for|mixed it up with|more than the|move away from|nearly|never mind|not quite|not so much|"
        "not to be confused with|notwithstanding|omit|omits|omitting|oppose|opposed to|opposes|opted against|outbid|outdates|outranks|"
        "outvoted|over|over and above|override the|overrides|overriding|overrode|overrules|overtakes|rather than|"
        "regardless of|reject|rejecting|rejects|remove|removes|removing|replaces|replacing|revises|rule out|ruled against|rules out|"
        "ruling out|set aside|short of|skip|skipping|skips|spoke against|stay away from|stay clear of|steer clear of|"
        "stop using|supersede|supersedes|superseding|supplanting|supplants|swapped out|taken the place of|"
        "takes the place of|than|took the place of|trumps|unlike|voids|voted against|where it says"
    ),
    Cue.LANDMARK: phrases(
        "above|across from|adjacent to|after that :|afterwards :|anyone who|as for|as to|ask|asked|asking|assisting|"
        "assists|behind|below|beside|between|beyond|cover for|covering for|covers for|deputising for|deputizing for|"
        "drove past|fill in for|filling in for|fills in for|formerly of|in front of|inform|just after|just before|"
        "just past|left of|named after|near|next to|notify|on behalf of|one down from|one up from|opened by|opposite|"
        "passed|people who|relieved|relieves|relieving|reminiscent of|reports to|resembles|resembling|right after|"
        "right of|sailed past|similar to|stand in for|standing in for|stands in for|step in for|stepping in for|"
        "steps in for|subsequently :|substitute for|substituting for|swap with|swapped from|swapped with|"
        "swapping with|swaps with|takes over for|takes over from|taking over for|taking over from|tell|telling|thank|"
        "thanks to|the ones who|then :|those who|told|took over from|traded with|two doors down from|two doors from|"
        "went past|whoever|works for|works with"
    ),
    Cue.EXCEPT: phrases(
        "all but|anybody but|anyone but|anything but|anywhere but|apart from|besides|but for|everybody but|"
        "everyone but|everything but|except|except for|other than|save for|than"
    ),
    Cue.ONLY: phrases(
        "exclusively|no alternative to|no answer but|no choice but|no one besides|no one but|no one except|"
        "no one other than|no other answer but|no other answer than|no other than|no substitute for|nobody besides|"
        "nobody but|nobody except|nobody other than|none but|none except|none other than|not until|nothing but|"
        "nothing except|nothing other than|only|solely"
    ),
    Cue.REPLACES: phrases(
        "ceded to|corrected|displaced|error for|exchanged|gave way to|give way to|given way to|gives way to|handed over to|"
        "in favour of|lost out to|made way for|makes way for|misprint for|misspelling for|misspelling of|mistake for|"
        "mistaken for|overridden|overruled|replaced|should read|slip for|stands for|succeeded|superseded|supplanted|"
        "swapped|swaps|traded|typo for|yielded to"
    ),
    Cue.BY: phrases(
        "by|ceded to|error for|gave way to|give way to|given way to|gives way to|handed over to|in favour of|"
        "lost out to|made way for|makes way for|misprint for|misspelling for|misspelling of|mistake for|mistaken for|"
        "should read|slip for|stands for|typo for|yielded to"
    ),
    Cue.WITH: phrases("for|with"),
    Cue.FROM: phrases(
        "away from|cut from|departed|down from|extended from|from|left|lowered from|off of|raised from|up from|vacated"
    ),
    Cue.TO: phrases("into|onto|to|until|→"),
    Cue.CHANGED: phrases(
        "amended|brought forward|bumped|changed|converted|corrected|cut from|departed|diverted|down from|downgraded|"
        "dropped|escalated|extended|extended from|increased|left|lowered|lowered from|moved|postponed|promoted|pushed|"
        "pushed back|pushed to|raised|raised from|reassigned|redirected|reduced|relocated|rerouted|rescheduled|reset|"
        "revised|set|shifted|swapped|switched|transferred|up from|updated|upgraded|vacated|went down|went up"
    ),
    Cue.FORMER: phrases(
        "after being|at first|at one point|at one time|back then|before it ,|before that|before then|earlier on|"
        "first thought|former|formerly|had been|having been|i had said|i had thought|i had written|i said|i thought|"
        "i wrote|in former times|in the beginning|in the old days|in the past|initially|long ago|no longer current|"
        "old|older|once upon a time|originally|outgoing|previous|previously|prior|prior to that|to start with|"
        "until then|up to then|used to|used to be|was going to say|was once|were once|years ago"
    ),
    Cue.PAST: phrases(
        "as a rule|at first glance|at the outset|at the start|at the time|before|began|by default|earlier|"
        "earlier figures|first announced|first assigned|first booked|first fixed|first gave|first given|first had|"
        "first instinct|first listed|first named|first planned|first put|first read|first reading|first reported|"
        "first said|first set|first told|gone|last month|last time|last week|last year|normally|once|once upon|"
        "opened as|outgoing|past|regularly|retiring|started|started out|superseded|the other day|till|to begin with|"
        "typically|until|up to|usually|was thinking|would have been|yesterday"
    ),
    Cue.WAS: phrases(
        "first draft|first plan|first version|gave|got|had|handled|held|initial|original|sat|stood|the first|took|was|"
        "went|were"
    ),
    Cue.NOW: phrases(
        "active|after that|after the|afterwards|again|as of|as of now|at present|at the moment|at this point|became|"
        "by now|current|currently|ended up|eventually|ever since|final version|finally|from now on|going forward|"
        "has become|has been|has since|have been|have since|in effect|in force|later|latest|most recent|new|newest|"
        "now|nowadays|presently|remain|remained|remains|revised|since|since then|stayed|stays|still|takes effect|"
        "these days|to this day|today|took effect|up to date|updated"
    ),
    Cue.HEDGE: phrases(
        "a chance|arguably|can be argued|chance of|conceivably|could|could be|equally|guess|guessed|guesses|guessing|"
        "i guess|in theory|just as well|may|may be|maybe|might|might be|not sure|perhaps|possibly|potentially|"
        "theoretically|uncertain|unsure"
    ),
    Cue.PROPOSED: phrases(
        "about to|argues for|asked for|asking for|asks for|attempted|bound for|campaigns for|considered|could become|"
        "debated|discussed|dreamt of|en route to|expectation|expected|expects|favoured|favours|floated|heading for|"
        "hinted|hints|hoped|hopes|hoping|is becoming|lobbied|lobbies|lobbies for|may become|might become|mooted|"
        "nominated|nominates|offered|offering|on the way to|ought to have|penciled|pencilled|people want|preferred|"
        "prefers|proposal|proposed|proposes|proposing|pushed for|pushes for|recommended|recommends|requested|"
        "should become|should have|some want|suggested|suggesting|suggestion|suggests|they want|thought about|"
        "to become|touted|touts|toyed|tried to|tries to|urged|urges|volunteered|volunteers|wanted|was about to|"
        "was due to|was going to|was meant to|was promised|was scheduled to|was supposed to|was to be|were meant to|"
        "were supposed to|were to be|will become|wished|wishes|would have|would have been"
    ),
    Cue.LOOKS: phrases(
        "alternative|alternatives|anticipated|appear|appeared|appears|at a glance|candidate list|draft|drafted|"
        "estimate|estimated|forecast|is due|look|looked|looks|made it sound|mention|mention of|mentioned|mentions|"
        "merely|on paper|planned|provisional|provisionally|rumors of|rumours of|runner up|scheduled for|seemed|"
        "sounded|sounds|talk of|talks of|tempting|tentatively|unofficially|want|wants|would be nice|"
        "would like|would make"
    ),
    Cue.FUTURE: phrases(
        "'ll be|by tonight|going to be|later today|next month|next week|next year|shortly|soon|tomorrow|will|will be|"
        "would|would be"
    ),
    Cue.SAYS: phrases(
        "according to|announced|announces|announcing|cited|cites|credited|credits|describe|described|describes|gave|"
        "gives|going by|has it as|has it at|indicate|indicated|indicates|listed|listing|lists|named|names|noted|notes|"
        "per|point to|pointing to|points to|puts it|quoted|quotes|read|reads|recalls|recorded|records|referred to|"
        "refers to|remembered|remembers|reported|reporting|reports|said|say|saying|says|showed|showing|shows|spells|"
        "spells it|stated|states|stating|talks about|tells|writes|wrote"
    ),
    Cue.CLAIMS: phrases(
        "alleged|allegedly|alleges|alleging|argued|argues|asserted|asserts|boasts|claim|claimed|claiming|claims|"
        "contends|everyone thinks|falsely says|have you think|insisted|insisting|insists|is adamant|is certain that|is convinced|is sure of|is sure that|keeps saying|keeps shouting|maintains|many believe|"
        "many people think|many think|most think|others say|people believe|people keep saying|people say|people think|"
        "pretends|purportedly|purports|rumored|rumour has it|rumoured|so called|some believe|some people say|some say|"
        "somebody|someone|supposedly|swears|swore|they say|try to convince|wants us to believe|word has it|"
        "would have us believe|would have you believe|would like us to think|would say|wrongly says"
    ),
    Cue.BELIEVES: phrases(
        "argues|asked|asks|assumes|believes|claims|confirmed that|insists|mentioned|noted|points out|proposed|"
        "remembers|reports|said|says|states|suggested|suggests|supposes|thinks|thought|told|wanted|wants|wrote"
    ),
    Cue.AFFIRMS: phrases(
        "accepted|agreed|allowed|applies|apply|approved|attests|authorised|authoritative|authorized|best|binding|"
        "can do|can handle|can take|chosen|cleared|compliant|complies|confirm|confirmed|confirms|correct|decided|"
        "decided on|do this|does the job|eligible|entitled|establishes|fine|fits|fits the bill|gets|has taken over|"
        "have taken over|in :|is how|is the one|is what|is when|is where|is who|it is|meets|met|official|passes|"
        "permitted|picked|plausible|prevails|qualified|qualifies|qualify|remains|right|safe|satisfied|satisfies|"
        "selected|settled|settles on|signed off|stands|stepped in|steps in|taken over|takes its place|takes over|"
        "the answer|the most|the one|the pick|this one|took its place|took over|true|trusted|valid|verified and|"
        "verifies|whose turn|will do|winner|wins|won|won the|works|✓"
    ),
    Cue.ENDORSES: phrases(
        "carries the weight|controls|decides|governs|has precedence|has the last word|how things stand|"
        "is authoritative|is binding|is correct|is decisive|is definitive|is final|is how things stand|is reliable|"
        "is right|is the figure to use|is the official|is the one to go by|is the record|is the trusted|"
        "is what applies|is what counts|is what matters|overrules the others|prevails|settles it|takes precedence|"
        "that is the budget|that stands|the one that counts|to be used|to follow|to go by|to trust|trusted source|"
        "what counts|what matters"
    ),
    Cue.CHOOSES: phrases(
        "'s supposed to|am supposed to|are supposed to|are to|assign|assigning|belongs to|best guess|better|"
        "better supported|book|booking|brought in|call|choose|choosing|chose|decided on|dispatch|dispatching|favour|"
        "favours|go for|go to|go with|goes to|going to|going with|has to|has to be|have to|hold on to|i 'd|i 'd say|"
        "i 'll|i 'll say|i advise|i choose|i expect|i lean|i pick|i propose|i recommend|i select|i suggest|i want|"
        "i will|i will say|i would|i would say|installed|is better|is likelier|is supposed to|is to|is what you want|"
        "keep|keep to|keeping|lean towards|leaning towards|let 's|likelier|more likely|most likely|must|must be|"
        "my money|my vote|need to|needs to|opt for|opted for|opting for|ought to|page|pick|picked|picking|prefer|"
        "put up|recommend|recommending|rely on|route to|schedule|seems likelier|select|selecting|send|sending|"
        "settle on|settled on|settling on|should|should be|sign with|stay with|stick to|stick with|take|that 'd be|towards|"
        "that would be|this would be|trust|trusting|use|using|vote for|voted for|voted in favour of|we 'd|we 'll|"
        "we recommend|we suggest|we want|we would|went for|went with|will be|would be|you 'll find|you 'll see|"
        "you will find|you will see"
    ),
    Cue.ANSWERS: phrases(
        "a :|ans :|answer (|answer [|answer 's|answer :|answer =|answer \n|answer ]|answer is|answer remains|answer should be|"
        "answer would be|answer —|answer →|answering your question|antwort :|assistant :|best answer|bottom line|"
        "boxed|choice :|chosen :|conclusion :|decision :|final :|final answer|final choice|final decision|final pick|"
        "in answer to your question|finish [|in short|in summary|my answer|pick :|reply :|response :|response ]|respuesta :|"
        "result :|réponse :|selected :|selection :|short answer|solution :|tl ; dr|tldr|to answer the question|"
        "to answer your question|to summarise|to summarize|verdict :"
    ),
    Cue.CONCLUDES: phrases(
        "accordingly|all in all|all things considered|as a result|bottom line is|consequently|ergo|"
        "everything considered|final word|follows that|hence|i conclude|i end up|if forced|if i had to|if i must|"
        "if pressed|if you ask me|in conclusion|in the end|it follows|leaves only|leaves us with|leaving|making it|"
        "meaning that|on balance|on that basis|on this basis|overall|putting it together|putting this together|so|"
        "taking all this into account|that gives|that leaves|that makes|that means|the upshot|therefore|this gives us|"
        "this leaves|this means|thus|to conclude|ultimately|we are left with|we conclude|which gives|which leaves|"
        "which makes it|which means"
    ),
    Cue.CORRECTS: phrases(
        "actually no|ah no|apologies|better :|cancel that|correcting myself|correction|correction :|disregard that|"
        "disregard the above|edit :|er|erm|err|erratum|forget that|hang on|hold on|hold up|i got that wrong|i mean|"
        "i meant|i misspoke|i retract|i stand corrected|i take it back|i take that back|i was wrong|ignore that|"
        "ignore the above|it should say|let me correct|let me rephrase|let me revise|let me start over|"
        "let me try again|make that|my apologies|my bad|my error|my first answer was wrong|my mistake|no ,|no .|"
        "no ...|no :|no no|no wait|no —|nope|not quite|not right|oh no|on reflection|on second thought|"
        "on second thoughts|oops|or rather|pardon|rather ,|revised answer|scratch that|sorry|strike that|"
        "take that back|that 's a mistake|that 's not correct|that 's not right|that 's wrong|that can 't be right|"
        "that is not correct|that is not right|that is wrong|that isn 't right|that should be|that should read|"
        "that should say|that was wrong|thinking again|uh|update :|updated answer|upon reflection|wait|wait ,|whoops"
    ),
    Cue.RECHECKS: phrases(
        "actually|checking again|come to think of it|double checking|having re read|hmm|in fact|instead|let me check|"
        "let me double check|let me re check|let me re read|let me recheck|let me reread|looking again|on closer|"
        "re reading|reading again|rereading|then again|though on|upon closer|upon review"
    ),
    Cue.BUT: phrases("aber|but|except that|however|nevertheless|nonetheless|only that|sondern|whilst in fact|yet"),
    Cue.REASON: phrases(
        "as|background :|because|considering that|context :|da|due to|explanation :|for|given that|inasmuch as|note :|"
        "note that|notes :|owing to|rationale|reason :|reasoning :|seeing that|since|the reason|weil|why"
    ),
    Cue.CONCESSION: phrases(
        "admittedly|although|as much as|even if|even though|even with|granted|it is true that|much as|obwohl|though|"
        "true ,|when in fact|whereas|while|whilst"
    ),
    Cue.CONDITION: phrases(
        "as long as|as soon as the question|assuming|conditional on|contingent on|depending|depends on|falls|had it|"
        "had the|if|if not|if so|in case|in the event|in which case|it depends|on condition|on the assumption|"
        "on the condition|only if|provided|provided that|providing|should it|should that|should the|so long as|"
        "suppose it|suppose that|suppose the|supposing|wenn|were it|were the|what if|when it does|"
        "when it doesn|when it is not|when it isn|when not|whenever"
    ),
    Cue.UNLESS: phrases(
        "as long as nothing|assuming no|assuming nothing|barring|hear otherwise|if asked|if i|if memory serves|"
        "if nothing|if you 're asking|if you are asking|if you mean|if you want|instructed otherwise|"
        "no matter whether|otherwise noted|otherwise specified|otherwise stated|provided nothing|"
        "regardless of whether|said otherwise|say otherwise|says otherwise|subject to|told otherwise|unless|whether or not"
    ),
    Cue.ELSE: phrases("else|failing that|in the other case|or else|otherwise"),
    Cue.WHETHER: phrases(
        "anywhere from|asked about|asking about|asks about|between|candidates :|candidates are|choices|choose between|contenders|"
        "human :|mentioned were|names in play|not clear if|options|possibilities|possible answers|q :|query :|range from|ranges from|ranging from|somewhere between|somewhere from|"
        "question :|the candidates|the question is|torn between|user :|whether|which of|you 're asking|you are asking"
    ),
    Cue.AND: phrases("&|+|along with|and|as well as|but also|plus|together with|und"),
    Cue.OR: phrases("/|<|>|alternatively|and / or|oder|or|vs"),
    Cue.COPULA: phrases("'re|'s|=|are|be|becomes|been|being|equals|is|ist"),
    Cue.ALSO: phrases(
        "'t just|'t merely|'t only|'t simply|alike|also|as well|both|either one|equally|likewise|not just|not merely|"
        "not only|not simply|so are|so can|so do|so does|so has|so is|so was|so will|so would|too"
    ),
    Cue.REFUSES: phrases(
        "as an ai|can 't answer|can 't be determined|can 't decide|can 't determine|can 't say|can 't tell|"
        "cannot answer|cannot be determined|cannot determine|cannot say|cannot tell|could you please|decline|"
        "do not have|do not know|does not say|doesn 't say|don 't have|don 't know|don 't settle|get back to you|"
        "hard to say|i 'll look|i need it|impossible to know|impossible to say|impossible to tell|insufficient|"
        "insufficient information|isn 't clear|isn 't enough information|isn 't included|isn 't specified|let me look|"
        "let me think|let me work|no idea|no information|no way to know|no way to tell|not able to|not clear|"
        "not enough information|not specified|not stated|please provide|please share|rather not|unable to|unclear|"
        "undetermined|unknown|won 't say"
    ),
    Cue.UNDECIDED: phrases(
        "a toss up|ambiguous|at odds|back and forth|both have a case|can 't decide|cannot decide|choices|close call|"
        "conflict|contenders|could defend|could go either way|depending on|depends|depends on|disagree|either way|"
        "equal terms|i 've seen both|it depends|just as well|neither has|open question|options|possibilities|"
        "possible answers|that depends|torn|toss up|undecided"
    ),
    Cue.YES: phrases("true|y|yep|yes"),
    Cue.NO: phrases("false|n|no|none|nope|✗"),
    Cue.SENTENCE: (".", "!", "\n", "...", "[", "]", "{", "}", "hope this helps", "hope that helps"),
    Cue.ASKED: ("?",),
    Cue.HARD: (";", "—"),
    Cue.SOFT: (",", ":", "(", ")", "|", "•", "←"),
    Cue.IDLE: phrases(
        "above it|after it|almost certainly|almost surely|among them|among these|and so on|applied to|applies to|"
        "apply to|as it is|as it were|as well as that|at all|at least|at most|below it|beneath it|between them|"
        "beyond any doubt|beyond doubt|by the way|decided otherwise|either way|even so|first of all|for example|"
        "for instance|for now|for the record|if anything|in all|in between|in fairness|in other words|long answer|"
        "nearly certain|needless to say|next to it|no doubt|no doubt about it|no matter|no matter what|no question|no reason to distrust|no reason to doubt|no reason to question|"
        "no wonder|not least|of course|proved otherwise|ruled otherwise|so far|so many|so much|stands at|stands behind|stands beside|stands in|stands near|stands on|think otherwise|"
        "thought otherwise|to be clear|to be fair|to be sure|without a doubt|without doubt"
    ),
}
"""Every cue, phrase by phrase. A phrase may stand under several."""

SILENCED = (
    Cue.PROPOSED | Cue.FUTURE | Cue.CLAIMS | Cue.PAST | Cue.WAS | Cue.NOW | Cue.HEDGE | Cue.LOOKS | Cue.SAYS
    | Cue.AFFIRMS | Cue.CHOOSES | Cue.ANSWERS | Cue.BELIEVES | Cue.DENIAL | Cue.CORRECTS | Cue.CHANGED
    | Cue.LANDMARK | Cue.COPULA | Cue.ENDORSES | Cue.AVOID
)  # fmt: skip
"""Cues that mean nothing in a reply when the question has the same word."""
