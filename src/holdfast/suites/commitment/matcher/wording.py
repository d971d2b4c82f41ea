"""The words that decide what a mention means, in one table: what denies, what withdraws, what hedges, what concludes.

A cue is a few words in the spelling of `lexing`. Longer cues win over shorter ones, candidates over cues. Cues that the
question itself uses (marked `SILENCED`) say nothing about an answer to it and are passed over.
"""

from __future__ import annotations


class Cue:
    """What a cue does to the mentions around it."""

    NEGATION = 1 << 1
    """Denies the mention behind it in its clause, else the one before."""
    NOBODY = 1 << 2
    """A negation that `but`, `except` and the like turn round."""
    DENIAL = 1 << 3
    """An adjective or predicate that disqualifies."""
    AVOID = 1 << 4
    """Denies what follows: `rather than`, `ignore`."""
    LANDMARK = 1 << 5
    """What follows is told for orientation: `next to`, `covering for`."""
    EXCEPT = 1 << 6
    """Behind a negation it picks out, otherwise it leaves out."""
    ONLY = 1 << 0
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
    FORMER = 1 << 52
    """Expressly so once and, unless it is said, not now: `used to be`, `originally`."""
    PAST = 1 << 13
    """Of an earlier time."""
    WAS = 1 << 14
    """Past tense: weak against a present."""
    NOW = 1 << 15
    """Expressly so at present."""
    HEDGE = 1 << 16
    """Held open: `might`, `possibly`."""
    LOOKS = 1 << 17
    """Only seems so, or is only mentioned."""
    PROPOSED = 1 << 53
    """Proposed, expected or asked for, not so."""
    FUTURE = 1 << 54
    """Not so yet."""
    SAYS = 1 << 18
    """Somebody says so."""
    CLAIMS = 1 << 19
    """Somebody says so, and the reply keeps away from it."""
    BELIEVES = 1 << 20
    """A person who stands before this is the one who thinks, not the answer."""
    AFFIRMS = 1 << 21
    """Says that the mention is the one."""
    ENDORSES = 1 << 22
    """Says which of several counts."""
    CHOOSES = 1 << 23
    """A verb that picks what follows it."""
    ANSWERS = 1 << 24
    """Announces the answer."""
    CONCLUDES = 1 << 25
    """Introduces a conclusion."""
    CORRECTS = 1 << 26
    """Takes back what was said before."""
    RECHECKS = 1 << 27
    """Doubts what was said before without taking it back."""
    BUT = 1 << 28
    """A turn in the thought; begins a clause."""
    REASON = 1 << 29
    """Begins a clause that argues for the answer rather than giving it."""
    CONCESSION = 1 << 30
    """Begins a clause that is granted, not claimed."""
    CONDITION = 1 << 31
    """Begins a clause that is not claimed."""
    UNLESS = 1 << 32
    """A condition that leaves the rest claimed."""
    ELSE = 1 << 33
    """The other branch of a condition."""
    WHETHER = 1 << 34
    """What follows is asked, not said."""
    AND = 1 << 35
    OR = 1 << 36
    COPULA = 1 << 37
    ALSO = 1 << 38
    """Adds another answer."""
    REFUSES = 1 << 39
    """Declines to answer."""
    UNDECIDED = 1 << 40
    """Says that the choice is open."""
    YES = 1 << 41
    NO = 1 << 42
    QUESTION_WORD = 1 << 43
    """A content word of the question."""
    SENTENCE = 1 << 44
    ASKED = 1 << 45
    """A question mark."""
    HARD = 1 << 46
    SOFT = 1 << 47
    IDLE = 1 << 55
    """Says nothing; keeps shorter cues from being seen in it."""
    STRUCK = 1 << 48


CUES: dict[int, str] = {
    Cue.NEGATION: "doesn 't say|does not say|can 't say|cannot say|don 't know|do not know|can 't tell|cannot tell|can 't confirm|cannot confirm|by no means|under no circumstances|in no way|no way|not at all|not as if|not the case that|not true that|doubt|doubts|unlikely|yet to|no evidence|no sign|no indication|nothing suggests|no reason to think|not|'t|never|cannot|neither|nor|no longer|hardly|isnt|wasnt|doesnt|dont|didnt|cant|wont|shouldnt|"
    "can 't say that|cannot say that|nicht|kein|keine|pas|nem|não|not even|not yet",
    Cue.NOBODY: "nobody|no one|none|none of them|nothing|nowhere|no other|not anyone|not anything|anywhere|anything|"
    "anyone|anybody|any time|any other",
    Cue.DENIAL: "out :|voted down|fell through|falls through|came to nothing|comes to nothing|belongs to another|belongs to a different|"
    "went nowhere|thrown out|voted out|don 't trust|do not trust|not to be trusted|can 't be trusted|cannot be trusted|"
    "not trustworthy|not reliable|isn 't reliable|not credible|crossed out|aside|misconception|myth|fallacy|misunderstanding|repealed|annulled|struck down|quashed|overturned|abolished|phased out|discontinued|lifted|shelved|axed|ditched|crossed off|"
    "nullified|frozen|unsuitable|unfit|inadmissible|non binding|hypothetical|speculative|fictitious|imaginary|invented|made up|"
    "fanciful|premature|superfluous|redundant|beside the point|off topic|misnomer|mix up|mixed up|confusion|leftover|left over|"
    "relic|remnant|holdover|placeholder|dummy|for illustration|countermanded|reversed on appeal|laid aside|discounted|taken off|off the list|out of the question|dropped out|stopped being|ceased to be|make the cut|not an option|no option|off the table|stepped down|steps down|occupied|full up|fully booked|is taken|was taken|are taken|already taken|lost to|loses to|retired from|no good|useless|in testing|in beta|in draft|being tested|untested|as her deputy|as his deputy|as her backup|as his backup|as vice|transposed|garbled|misheard|mistyped|miscounted|misquoted|misdated|mislabelled|empty|as deputy|as backup|as assistant|"
    "as a backup|as an assistant|as substitute|as reserve|as alternate|as cover|as plan b|as fallback|as a fallback|"
    "as the backup|as the deputy|in reserve|lacks|lack|lacking|lacked|lapsed|missing|misses|fails|failed|failing|ineligible|disqualified|"
    "disqualifies|disqualify|unverified|unapproved|untrusted|untrustworthy|unreliable|unauthorised|unauthorized|"
    "unofficial|unconfirmed|unsigned|stale|outdated|out of date|obsolete|superseded|overridden|overruled|retired|revoked|"
    "cancelled|withdrawn|withdrew|expired|rejected|excluded|eliminated|eliminates|ruled out|out of the running|invalid|"
    "incorrect|incorrectly|wrong|wrongly|false|falsely|mistaken|mistakenly|mistake|erroneous|erroneously|irrelevant|"
    "misleading|distractor|decoy|red herring|noise|rumour|rumor|hearsay|gossip|prank|joke|slip|typo|misspelling|"
    "misprint|transposition|misread|unrelated|different|disregarded|ignored|discarded|dismissed|set aside|struck|"
    "crossed out|standby|on standby|backup|dropped|removed|deleted|lost|off duty|unavailable|not available|"
    "near miss|tempting|no relay approval|turned down|does not count|has nothing to do|nothing to do|no effect|"
    "no bearing|no authority|no standing|no weight|falls short|old news|history|void|moot|false lead|is off|are off|both off|all off|"
    "concerns another|refers to another|about another|of another|for another|to another|refers to a different|belongs to a different|is for a different|another drug|bogus|fake|fabricated|unfounded|"
    "disproved|debunked|refuted|retracted|rescinded|reversed|undone|in error|an error|error|is out|are out|was out|ran out|has run out|runs out|inapplicable|elsewhere|"
    "insufficient|not enough|noncompliant|non compliant|barred|banned|blocked|prohibited|disallowed|forbidden|demoted|"
    "decommissioned|closed|vetoed|dead|gone|ill|sick|away|busy|absent|on leave|on holiday|on vacation|off sick|on break|can wait|comes later|"
    "comes after|comes second|came second|second place|lost out|missed out|comes next|for later|another day|quit|resigned|"
    "left the|has left|declined|denied|refused|scrapped|abandoned|forget it|past its date",
    Cue.AVOID: "more than the|decided against|voted against|ruled against|advised against|opted against|spoke against|almost|nearly|not quite|"
    "close to|a long way from|short of|i misread it as|misread as|misread it as|confused it with|mistook it for|mixed it up with|taken the place of|takes the place of|took the place of|where it says|rather than|instead of|in place of|in lieu of|as opposed to|opposed to|as against|as distinct from|"
    "as compared with|compared with|compared to|unlike|contrary to|despite|in spite of|regardless of|notwithstanding|"
    "ignore|ignoring|ignores|disregard|disregarding|dismiss|dismissing|discard|discarding|delete|deleting|drop|dropping|remove|removing|"
    "cancel|cancelling|skip|skipping|avoid|avoiding|exclude|excluding|excludes|reject|rejecting|rule out|ruling out|"
    "rules out|steer clear of|stay away from|keep away from|stay clear of|stop using|do without|move away from|hold off on|forget|forget about|leave out|leaving out|set aside|never mind|aside from|ahead of|than|over|and not|but not|"
    "beat|beaten by|defeated|outbid|outvoted|edged out|hate|hates|dislike|dislikes|oppose|opposes|over and above|supersedes|supersede|superseding|overrides|override the|overriding|overrode|overrules|replaces|"
    "replacing|supplants|supplanting|displaces|displacing|beats|outranks|trumps|invalidates|cancels|voids|not to be confused with|as distinct|"
    "distinct from|different from|mistaken for|confused with|far from|less so|swapped out",
    Cue.LANDMARK: "as for|as to|after that :|afterwards :|then :|subsequently :|one up from|one down from|two doors down from|right after|just after|just before|passed|went past|sailed past|drove past|next to|beside|near|opposite|across from|adjacent to|below|above|behind|in front of|left of|right of|"
    "covering for|cover for|covers for|stands in for|standing in for|filling in for|fills in for|fill in for|"
    "stepping in for|steps in for|step in for|on behalf of|deputising for|deputizing for|substitute for|"
    "substituting for|stand in for|swapped with|swaps with|swap with|swapping with|swapped from|traded with|took over from|takes over from|taking over from|"
    "takes over for|taking over for|relieves|relieving|relieved|reports to|works for|works with|assists|assisting|"
    "tell|telling|told|inform|notify|thank|thanks to|ask|asked|asking|similar to|resembles|resembling|reminiscent of|just past|two doors from|"
    "those who|people who|anyone who|the ones who|whoever|named after|beyond|opened by|formerly of|between",
    Cue.EXCEPT: "anything but|anyone but|anybody but|anywhere but|everything but|everyone but|everybody but|all but|except|except for|besides|other than|apart from|but for|save for|than",
    Cue.ONLY: "no alternative to|no substitute for|no answer but|no other answer than|no other answer but|no choice but|nobody but|no one but|none but|nothing but|none other than|no one other than|nobody other than|nothing other than|"
    "no one except|nobody except|none except|nothing except|nobody besides|no one besides|only|solely|exclusively|"
    "not until|no other than",
    Cue.REPLACES: "in favour of|give way to|gives way to|gave way to|given way to|made way for|makes way for|lost out to|ceded to|yielded to|handed over to|typo for|mistake for|slip for|misprint for|misspelling of|misspelling for|error for|mistaken for|stands for|should read|replaced|superseded|overridden|supplanted|displaced|succeeded|overruled",
    Cue.BY: "in favour of|give way to|gives way to|gave way to|given way to|made way for|makes way for|lost out to|ceded to|yielded to|handed over to|typo for|mistake for|slip for|misprint for|misspelling of|misspelling for|error for|mistaken for|stands for|should read|by",
    Cue.WITH: "with|for",
    Cue.FROM: "left|vacated|departed|up from|down from|extended from|raised from|lowered from|cut from|from|off of|away from",
    Cue.TO: "to|into|onto|until|→",
    Cue.CHANGED: "left|vacated|departed|pushed back|pushed to|up from|down from|extended from|raised from|lowered from|cut from|extended|moved|changed|updated|upgraded|downgraded|reassigned|switched|corrected|revised|amended|rescheduled|"
    "shifted|transferred|raised|lowered|increased|reduced|dropped|promoted|went up|went down|bumped|pushed|brought forward|"
    "postponed|relocated|swapped|converted|set|reset|rerouted|diverted|redirected|escalated",
    Cue.FORMER: "before that|prior to that|until then|up to then|before then|before it ,|old|older|former|previous|prior|outgoing|i wrote|i said|i had said|i had written|i thought|i had thought|having been|after being|originally|initially|previously|formerly|at first|used to be|used to|used|in the past|back then|in former times|"
    "in the old days|first thought|was going to say|no longer current|earlier on|had been|was once|were once|in the beginning|"
    "to start with|at one point|at one time|years ago|long ago|once upon a time",
    Cue.PAST: "normally|usually|typically|as a rule|by default|regularly|first booked|first read|first announced|first said|first planned|first fixed|first set|first given|"
    "first listed|first assigned|first put|first had|first gave|first named|first told|first reported|at the start|at the outset|to begin with|once|"
    "earlier|up to|until|till|before|past|"
    "at first glance|first instinct|first reading|started out|started|began|opened as|superseded|"
    "earlier figures|last week|last month|last year|last time|yesterday|the other day|at the time|would have been|"
    "was thinking|"
    "outgoing|retiring|gone|once upon",
    Cue.WAS: "original|initial|first draft|first plan|first version|the first|was|were|had|went|sat|took|handled|got|stood|held|gave",
    Cue.NOW: "finally|now|currently|current|at present|presently|latest|newest|most recent|as of|as of now|today|nowadays|"
    "at the moment|at this point|ever since|since then|since|by now|from now on|these days|again|final version|"
    "remains|remain|remained|still|stays|stayed|revised|updated|new|has since|have since|after that|after the|later|afterwards|"
    "eventually|ended up|in effect|in force|going forward|has been|have been|has become|became|active|up to date|takes effect|"
    "took effect|to this day",
    Cue.HEDGE: "guessed|guesses|maybe|perhaps|possibly|might|may|could|could be|conceivably|potentially|might be|may be|"
    "just as well|equally|can be argued|arguably|a chance|in theory|theoretically|not sure|unsure|uncertain|"
    "i guess|guess|guessing",
    Cue.PROPOSED: "may become|will become|might become|could become|should become|is becoming|to become|people want|some want|they want|about to|on the way to|en route to|heading for|bound for|was to be|were to be|was meant to|were meant to|was going to|was due to|was scheduled to|was about to|"
    "pushes|pushed|plugs|touts|promotes|champions|argues for|lobbies for|campaigns for|proposed|proposes|proposal|proposing|suggested|suggestion|suggests|suggesting|wanted|wished|wishes|"
    "requested|requests|request|asks for|asking for|asked for|offered|offers|offering|hoped|hopes|hoping|expected|expectation|"
    "expects|pencilled|penciled|pushed for|pushes for|lobbied|lobbies|floated|nominated|nominates|volunteered|volunteers|"
    "would have|would have been|should have|ought to have|was supposed to|were supposed to|recommended|recommends|advised|"
    "advises|urged|urges|hinted|hints|bid|tried to|tries to|attempted|considered|discussed|debated|toyed|was promised|"
    "applied for|dreamt of|favoured|favours|prefers|preferred|thought about|mooted|touted|tipped",
    Cue.LOOKS: "unofficially|talk of|talks of|mention of|rumours of|rumors of|word of|merely|looks|look|looked|appears|appear|appeared|seemed|tempting|wants|want|planned|"
    "would like|would be nice|is due|scheduled for|anticipated|forecast|estimate|estimated|draft|drafted|tentatively|"
    "provisionally|provisional|candidate list|mentioned|mentions|mention|alternative|alternatives|runner up|at a glance|"
    "on paper|would make|made it sound|sounds|sounded",
    Cue.FUTURE: "will|will be|would be|'ll be|going to be|would|soon|tomorrow|next week|next month|next year|by tonight|later today|shortly",
    Cue.SAYS: "spells it|spells|says|say|said|saying|states|stated|stating|notes|noted|according to|reports|reported|reporting|lists|"
    "listed|listing|shows|showed|showing|indicates|indicated|records|recorded|describes|described|gives|reads|read|names|named|"
    "writes|wrote|tells|points to|pointing to|refers to|referred to|talks about|remembers|recalls|remembered|puts it|has it|"
    "quotes|quoted|cites|cited|credits|credited|announced|announces|announcing|per|going by|gave",
    Cue.CLAIMS: "would say|many believe|people believe|some believe|some say|people say|many think|most think|people think|they say|rumour has it|"
    "everyone thinks|many people think|people keep saying|some people say|others say|word has it|claims|claim|claimed|claiming|alleges|alleged|alleging|allegedly|supposedly|purportedly|purports|"
    "insists|insisted|insisting|pretends|would have you believe|would have us believe|rumoured|rumored|so called|"
    "asserts|asserted|maintains|argues|argued|swears|swore|contends|boasts|would like us to think|wants us to believe|"
    "try to convince|have you think|falsely says|wrongly says",
    Cue.BELIEVES: "thinks|believes|assumes|supposes|says|said|claims|insists|told|asked|asks|wants|wanted|reports|"
    "suggests|suggested|thought|mentioned|wrote|proposed|argues|confirmed that|points out|noted|states|remembers",
    Cue.AFFIRMS: "in :|confirms|confirm|verifies|attests|establishes|settles on|allowed|permitted|authorised|authorized|entitled|can do|can handle|can take|will do|does the job|fits the bill|is where|is when|is what|is who|is how|eligible|qualifies|qualify|qualified|correct|right|valid|satisfies|satisfied|meets|met|wins|stands|"
    "confirmed|true|applies|apply|authoritative|trusted|official|binding|it is|works|fits|complies|compliant|cleared|"
    "passes|decided|decided on|signed off|prevails|gets|the one|is the one|the answer|the pick|"
    "do this|this one|whose turn|✓|chosen|selected|picked|winner|won|won the|took its place|takes its place|took over|takes over|"
    "has taken over|have taken over|taken over|stepped in|steps in|safe|fine|plausible|best|the most|approved|remains|accepted|agreed|settled|verified and",
    Cue.ENDORSES: "is what counts|what counts|the one that counts|is what matters|what matters|takes precedence|has precedence|is authoritative|"
    "is definitive|is decisive|decides|is binding|that stands|is the trusted|trusted source|is reliable|"
    "is the figure to use|to be used|is how things stand|how things stand|governs|controls|is the official|is what applies|"
    "prevails|is the one to go by|to go by|to follow|to trust|settles it|is final|is correct|is right|overrules the others|"
    "that is the budget|carries the weight|has the last word|is the record",
    Cue.CHOOSES: "that would be|this would be|that 'd be|is supposed to|are supposed to|'s supposed to|am supposed to|should|must|needs to|need to|has to|have to|is to|are to|ought to|you will find|you 'll find|you will see|"
    "you 'll see|put up|brought in|installed|went for|went with|opted for|chose|settled on|decided on|voted for|voted in favour of|picked|i suggest|i propose|"
    "we suggest|i recommend|we recommend|i advise|i expect|i want|we want|"
    "is what you want|select|selecting|choose|choosing|pick|picking|use|using|go with|going with|stick with|stick to|stay with|"
    "assign|assigning|book|booking|dispatch|dispatching|send|sending|sign with|recommend|recommending|i will say|i would say|i 'd say|"
    "i 'll say|i 'd|i 'll|trust|trusting|go for|opt for|opting for|settle on|settling on|keep|keeping|should be|must be|has to be|"
    "my vote|vote for|best guess|i choose|i pick|i select|my money|lean towards|leaning towards|i lean|prefer|favour|favours|"
    "decided on|page|call|schedule|take|goes to|go to|belongs to|let 's|would be|will be|seems likelier|is likelier|likelier|"
    "more likely|most likely|better|is better|better supported|hold on to|rely on|going to|route to|keep to",
    Cue.ANSWERS: "to answer your question|in answer to your question|to answer the question|answering your question|answer :|answer is|answer 's|answer =|answer \n|answer — |answer —|final answer|answer would be|answer should be|"
    "answer remains|answer ]|answer →|my answer|best answer|response :|response ]|result :|conclusion :|solution :|decision :|"
    "verdict :|boxed|selected :|selection :|choice :|final :|final choice|final decision|final pick|pick :|chosen :|"
    "antwort :|assistant :|respuesta :|réponse :|reply :|a :|ans :|in short|short answer|bottom line|tl;dr|tldr|in summary|to summarise|to summarize",
    Cue.CONCLUDES: "so|therefore|thus|hence|consequently|in conclusion|to conclude|as a result|accordingly|"
    "that means|this means|which means|meaning that|that leaves|this leaves|leaves only|leaves us with|leaving|which leaves|it follows|follows that|"
    "on that basis|on this basis|in the end|ultimately|overall|all in all|taking all this into account|"
    "all things considered|everything considered|on balance|we are left with|i conclude|we conclude|i end up|bottom line is|"
    "that makes|which makes it|making it|ergo|that gives|this gives us|which gives|the upshot|putting it together|"
    "putting this together|if i had to|if i must|if pressed|if forced|if you ask me|final word",
    Cue.CORRECTS: "oh no|ah no|er|erm|uh|edit :|update :|erratum|that is not right|that 's not right|that isn 't right|that can 't be right|"
    "not right|that is not correct|that 's not correct|let me start over|let me try again|cancel that|forget that|"
    "disregard the above|ignore the above|i take it back|i retract|upon reflection|hold up|my error|my apologies|"
    "my first answer was wrong|i got that wrong|that 's a mistake|that should read|that should be|that should say|it should say|no ,|no :|no .|no —|no ...|no wait|wait|wait ,|scratch that|strike that|correction|correction :|i mean|sorry|my mistake|"
    "my bad|oops|on second thought|on second thoughts|on reflection|thinking again|let me correct|correcting myself|"
    "i stand corrected|i misspoke|i was wrong|that is wrong|that 's wrong|that was wrong|"
    "disregard that|ignore that|hold on|hang on|make that|i take that back|take that back|"
    "or rather|rather ,|not quite|apologies|pardon|whoops|no no|err|i meant|better :|let me rephrase|"
    "let me revise|revised answer|updated answer|actually no|nope",
    Cue.RECHECKS: "actually|let me re read|let me reread|let me re check|let me recheck|let me double check|"
    "let me check|looking again|reading again|re reading|rereading|having re read|on closer|hmm|double checking|checking again|"
    "upon review|upon closer|in fact|come to think of it|then again|though on|instead",
    Cue.BUT: "but|however|yet|nevertheless|nonetheless|sondern|aber|whilst in fact|only that|except that",
    Cue.REASON: "because|since|given that|as|due to|for|seeing that|considering that|inasmuch as|owing to|the reason|reason :|reasoning :|"
    "explanation :|why|weil|da|note :|notes :|note that|rationale|context :|background :",
    Cue.CONCESSION: "although|though|even though|while|whereas|whilst|even if|granted|admittedly|true ,|obwohl|much as|as much as|"
    "it is true that|even with|when in fact",
    Cue.CONDITION: "when it does|when it doesn|when it isn|when it is not|when not|so long as|on the assumption|on the condition|contingent on|whenever|should it|should that|in which case|if|assuming|supposing|suppose the|suppose that|suppose it|in case|provided|provided that|providing|as long as|only if|should the|"
    "were the|were it|had the|had it|in the event|on condition|depending|it depends|depends on|conditional on|subject to|"
    "as soon as the question|wenn|falls|if not|if so|what if",
    Cue.UNLESS: "whether or not|regardless of whether|no matter whether|if you 're asking|if you are asking|if you mean|if you want|assuming nothing|assuming no|provided nothing|as long as nothing|if nothing|if i|if memory serves|if asked|unless|barring|says otherwise|said otherwise|told otherwise|hear otherwise|otherwise stated|otherwise noted|otherwise specified|instructed otherwise|"
    "say otherwise",
    Cue.ELSE: "otherwise|else|or else|failing that|in the other case",
    Cue.WHETHER: "whether|which of|possibilities|options|option are|choices|candidates are|the candidates|candidates :|between|"
    "among|amongst|out of|torn between|choose between|of these|you are asking|you 're asking|asked about|asking about|asks about|"
    "the question is|question :|query :|user :|human :|q :|mentioned were|in play|consider|considering|comparing|compare|weighing|"
    "contenders|names in play|possible answers|one of|any of|not clear if",
    Cue.AND: "but also|and|und|&|+|plus|as well as|along with|together with",
    Cue.OR: ">|<|or|oder|/|vs|and / or|alternatively",
    Cue.COPULA: "is|'s|are|be|'re|ist|being|been|becomes|equals|=",
    Cue.ALSO: "so is|so are|so does|so do|so was|so has|so would|so can|so will|'t just|'t only|'t merely|'t simply|not just|"
    "not only|not merely|not simply|also|too|as well|both|equally|likewise|either one|alike",
    Cue.REFUSES: "no idea|cannot determine|can 't determine|cannot be determined|can 't be determined|cannot tell|can 't tell|"
    "don 't know|do not know|unknown|insufficient information|not enough information|isn 't enough information|no way to know|"
    "no way to tell|unable to|not able to|cannot answer|can 't answer|can 't say|cannot say|i need it|could you please|"
    "please provide|please share|as an ai|impossible to say|impossible to know|impossible to tell|hard to say|"
    "insufficient|undetermined|not specified|isn 't specified|not stated|no information|don 't have|do not have|"
    "can 't decide|not clear|unclear|isn 't clear|don 't settle|isn 't included|decline|rather not|won 't say|"
    "i 'll look|let me work|let me look|let me think|get back to you|doesn 't say|does not say",
    Cue.UNDECIDED: "it depends|depends on|that depends|depends|possibilities|options|choices|contenders|possible answers|torn|back and forth|undecided|a toss up|toss up|disagree|at odds|conflict|close call|can 't decide|"
    "cannot decide|both have a case|neither has|either way|could go either way|could defend|just as well|equal terms|ambiguous|"
    "open question|i 've seen both|depending on",
    Cue.YES: "yes|true|yep|y",
    Cue.NO: "no|false|nope|✗|n|none",
    Cue.SENTENCE: ".|!|\n|...|[|]|{|}",
    Cue.ASKED: "?",
    Cue.HARD: ";|—",
    Cue.SOFT: ",|:|(|)|||•|←",
    Cue.STRUCK: "~ ~",
    Cue.IDLE: "below it|above it|next to it|beneath it|after it|applies to|apply to|applied to|no matter what|no matter|without a doubt|without doubt|"
    "beyond doubt|beyond any doubt|no doubt about it|almost certainly|almost surely|nearly certain|long answer|between them|in between|among them|among these|decided otherwise|thought otherwise|ruled otherwise|think otherwise|"
    "proved otherwise|in other words|as well as that|so far|so many|so much|and so on|no wonder|no doubt|no question|not least|"
    "needless to say|if anything|even so|either way|as it is|as it were|at least|at most|to be sure|at all|in all|for now|"
    "for the record|for example|for instance|first of all|of course|by the way|in fairness|to be fair|to be clear",
}
"""Every cue, phrase by phrase. A phrase may stand under several."""

SILENCED = (
    Cue.PROPOSED | Cue.FUTURE | Cue.CLAIMS | Cue.PAST | Cue.WAS | Cue.NOW | Cue.HEDGE | Cue.LOOKS | Cue.SAYS | Cue.AFFIRMS | Cue.CHOOSES | Cue.ANSWERS
    | Cue.BELIEVES | Cue.DENIAL | Cue.CORRECTS | Cue.CHANGED | Cue.LANDMARK | Cue.COPULA | Cue.ENDORSES | Cue.AVOID
)  # fmt: skip
"""Cues that mean nothing in a reply when the question has the same word."""
