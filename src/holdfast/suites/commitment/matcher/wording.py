"""The words that decide what a mention means, in one table: what denies, what withdraws, what hedges, what concludes.

A cue is a few words in the spelling of `lexing`. Longer cues win over shorter ones, candidates over cues. Cues that the
question itself uses (`meanings.SILENCED`) say nothing about an answer to it and are passed over.
"""

from __future__ import annotations

from holdfast.suites.commitment.matcher.meanings import Cue


def phrases(table: str) -> tuple[str, ...]:
    """The phrases of a table, which stand between bars."""
    return tuple(table.split("|"))


CUES: dict[int, tuple[str, ...]] = {
    Cue.NEGATION: phrases(
        "'t|by no means|can 't say|can 't tell|cannot|cannot say|cannot tell|cant|didnt|do not know|does not say|"
        "doesn 't say|doesnt|don 't know|dont|doubt|doubts|hardly|isnt|kein|keine|neither|nem|never|nicht|"
        "no evidence|no indication|no longer|no reason to|no sign|no way|nor|not|not as if|nothing suggests|não|pas|"
        "shouldnt|under no circumstances|unlikely|wasnt|wont|yet to"
    ),
    Cue.NOBODY: phrases(
        "any other|any time|anybody|anyone|anything|anywhere|no one|no other|nobody|none|none of them|nothing|nowhere"
    ),
    Cue.DENIAL: phrases(
        "a slip|abandoned|abolished|about another|absent|all off|already taken|annulled|are off|are out|are taken|"
        "as a fallback|as cover|as deputy|as fallback|as her deputy|as his deputy|as reserve|as substitute|aside|"
        "away|axed|backup|banned|barred|belongs to another|beside the point|blocked|bogus|both off|broken off|busy|"
        "came second|came to nothing|can 't be trusted|can wait|cancelled|cannot be trusted|ceased to be|closed|"
        "comes after|comes later|comes next|comes second|comes to nothing|concerns another|confusion|crossed off|"
        "crossed out|cut|dead|declined|decommissioned|deleted|demoted|denied|different|disallowed|discarded|"
        "discontinued|discounted|dismissed|disproved|disqualified|disqualifies|disqualify|disregarded|distractor|"
        "ditched|do not trust|does not count|don 't trust|dropped|dropped out|eliminated|eliminates|elsewhere|empty|"
        "erroneous|erroneously|error|excluded|expired|fabricated|failed|failing|fails|fake|falls short|falls through|"
        "false|false lead|falsely|fell through|fictitious|for another|for illustration|for later|for other|forbidden|"
        "forget it|from another|from other|frozen|fully booked|garbled|gone|gossip|handed it on|handed on|hands on|"
        "has left|has run out|hearsay|history|hypothetical|ignored|ill|imaginary|in draft|in passing|in reserve|"
        "in testing|inadmissible|inapplicable|incorrect|incorrectly|ineligible|insufficient|invalid|invented|"
        "irrelevant|is just a|is merely a|is off|is only a|is out|is taken|isn 't reliable|joke|lack|lacked|lacking|"
        "lacks|lapsed|left over|left the|leftover|lifted|lost|lost to|made up|make the cut|misconception|miscounted|"
        "misdated|misheard|mislabelled|misleading|misprint|misquoted|misread|missed out|misses|missing|misspelling|"
        "mistake|mistaken|mistakenly|mistyped|misunderstanding|mix up|mixed up|moot|myth|near miss|no authority|"
        "no bearing|no effect|no good|no option|no standing|no use|no weight|noise|non binding|non compliant|"
        "noncompliant|not an option|not available|not credible|not enough|not reliable|not to be trusted|"
        "not trustworthy|nothing to do|nullified|obsolete|occupied|of another|off duty|off the list|off the table|"
        "off topic|old news|on break|on holiday|on leave|on vacation|out :|out of date|out of the question|"
        "out of the running|outdated|overridden|overruled|overturned|passed it on|passed on|passes on|phased out|"
        "placeholder|premature|prohibited|quit|ran out|red herring|redundant|refused|refuted|rejected|relayed|relays|"
        "removed|repealed|repeated|repeats|rescinded|resigned|retired|retracted|reversed|revoked|ruled out|rumor|"
        "rumour|runs out|scrapped|second place|set aside|shelved|sick|speculative|stale|standby|stepped down|"
        "steps down|stopped being|struck|superfluous|superseded|taken off|tempting|thrown out|timed out|to another|"
        "transposed|transposition|turned down|typo|unapproved|unauthorised|unauthorized|unavailable|unconfirmed|"
        "undone|unfit|unfounded|unofficial|unqualified|unrelated|unreliable|unsealed|unsigned|unsuitable|untested|"
        "untrusted|untrustworthy|unverified|useless|vetoed|void|voted down|voted out|was just a|was merely a|"
        "was only a|was out|was taken|went nowhere|withdrawn|withdrew|wrong|wrongly"
    ),
    Cue.AVOID: phrases(
        "a long way from|advised against|ahead of|almost|amends|and not|as against|aside from|avoid|avoiding|beat|"
        "beaten by|beats|but not|cancel|cancelling|cancels|close to|compared to|compared with|confused with|"
        "contrary to|corrects|decided against|decoy is|defeated|delete|deleting|despite|different from|discard|"
        "discarding|discards|dislike|dislikes|dismiss|dismissing|displaces|displacing|disregard|disregarding|"
        "distinct from|distractor here is|distractor is|do without|drop|dropping|drops|edged out|exclude|excludes|"
        "excluding|far from|forget|hate|hates|hold off on|"
        "ignore|ignores|ignoring|in contrast to|in exchange for|in lieu of|in place of|in return for|in spite of|"
        "instead of|invalidates|keep away from|leave out|leaves out|leaving out|less so|misread as|misread it as|"
        "mistaken for|more than the|move away from|nearly|never mind|not quite|not so much|not to be confused with|"
        "notwithstanding|omit|omits|omitting|oppose|opposed to|opposes|opted against|outbid|outdates|outranks|"
        "outvoted|over|override the|overrides|overriding|overrode|overrules|overtakes|rather than|regardless of|"
        "reject|rejecting|rejects|remove|removes|removing|replaces|replacing|retract|retracting|retracts|revises|"
        "rule out|ruled against|rules out|ruling out|set aside|short of|skip|skipping|skips|spoke against|"
        "stay away from|stay clear of|steer clear of|stop using|supersede|supersedes|superseding|supplanting|"
        "supplants|swapped out|take back|taken back|taken the place of|takes back|takes the place of|taking back|"
        "than|took back|took the place of|trap here is|trap is|trumps|unlike|voids|voted against|where it says|"
        "withdraw|withdrawing|withdraws"
    ),
    Cue.LANDMARK: phrases(
        "above|across from|after that :|afterwards :|anyone who|as for|as to|ask|asked|asking|assisting|assists|"
        "behind|below|beside|between|beyond|cover for|covering for|covers for|fill in for|filling in for|"
        "fills in for|in front of|inform|just after|just before|just past|left of|named after|near|next to|notify|"
        "on behalf of|opposite|passed|people who|relieved|relieves|relieving|repeated after|repeating after|"
        "repeats after|reports to|right after|right of|similar to|stand in for|standing in for|stands in for|"
        "step in for|stepping in for|steps in for|subsequently :|substitute for|substituting for|swap with|"
        "swapped with|swapping with|swaps with|takes over for|takes over from|taking over for|taking over from|tell|"
        "telling|thank|thanks to|the ones who|then :|those who|told|took over from|traded with|whoever|works for|"
        "works with"
    ),
    Cue.EXCEPT: phrases(
        "all but|anybody but|anyone but|anything but|anywhere but|apart from|besides|everybody but|everyone but|"
        "everything but|except|nobody but for|nothing but for|other than|save for|than"
    ),
    Cue.ONLY: phrases(
        "exclusively|no alternative to|no answer but|no choice but|no one besides|no one but|no one else but|"
        "no one else than|no one except|no one other than|no other answer but|no other answer than|no other than|"
        "no substitute for|nobody besides|nobody but|nobody else but|nobody else than|nobody except|"
        "nobody other than|none but|none except|none other than|not until|nothing but|nothing else but|"
        "nothing else than|nothing except|nothing other than|only|solely"
    ),
    Cue.REPLACES: phrases(
        "corrected|displaced|exchanged|gave way to|give way to|given way to|gives way to|handed over to|in favour of|"
        "mistake for|mistaken for|overridden|overruled|replaced|should read|stands for|succeeded|superseded|"
        "supplanted|swapped|swaps|traded|typo for"
    ),
    Cue.BY: phrases(
        "by|gave way to|give way to|given way to|gives way to|handed over to|in favour of|mistake for|mistaken for|"
        "should read|stands for|typo for"
    ),
    Cue.WITH: phrases("for|with"),
    Cue.FROM: phrases(
        "cut from|departed|down from|extended from|from|gone from|leave|leaving|left|lowered from|off of|raised from|"
        "up from|vacated"
    ),
    Cue.TO: phrases("into|onto|to|until|→"),
    Cue.CHANGED: phrases(
        "amended|brought forward|bumped|changed|converted|corrected|cut down to|cut from|cut to|departed|diverted|"
        "down from|downgraded|dropped|escalated|extended|extended from|gone from|increased|left|lowered|lowered from|"
        "moved|postponed|promoted|pushed|raised|raised from|reassigned|redirected|reduced|relocated|rerouted|"
        "rescheduled|reset|revised|set|shifted|swapped|switched|transferred|up from|updated|upgraded|vacated|"
        "went down|went up"
    ),
    Cue.FORMER: phrases(
        "at first|at one point|at one time|back then|before that|before then|earlier on|first amount|first figure|"
        "first number|first result|first sum|first thought|former|formerly|had been|having been|her first|his first|"
        "i had said|i had thought|i had written|i said|i thought|i wrote|in the beginning|in the past|initially|"
        "its first|long ago|no longer current|old|older|originally|outgoing|previous|previously|prior|their first|"
        "to start with|until then|used to|was going to say|was once|were once|years ago"
    ),
    Cue.PAST: phrases(
        "as a rule|at first glance|at the outset|at the start|at the time|before|began|by default|earlier|"
        "first announced|first booked|first gave|first read|first reading|first reported|first said|gone|last month|"
        "last time|last week|last year|normally|once|opened as|outgoing|past|regularly|retiring|started|superseded|"
        "the other day|till|to begin with|typically|until|up to|usually|was thinking|would have been|yesterday"
    ),
    Cue.WAS: phrases(
        "first draft|first plan|first version|gave|got|had|handled|held|initial|original|sat|stood|the first|took|"
        "was|went|were"
    ),
    Cue.NOW: phrases(
        "active|after that|after the|afterwards|again|as of|at present|at the moment|at this point|became|current|"
        "currently|ended up|eventually|ever since|final version|finally|going forward|has become|has been|has since|"
        "have been|have since|in effect|in force|later|latest|most recent|new|newest|now|nowadays|presently|remain|"
        "remained|remains|revised|since|since then|stayed|stays|still|takes effect|these days|to this day|today|"
        "took effect|up to date|updated"
    ),
    Cue.HEDGE: phrases(
        "a chance|arguably|can be argued|chance of|conceivably|could|equally|guess|guessed|guesses|guessing|"
        "in theory|is possible|just as well|may|maybe|might|not sure|perhaps|possible|possibly|potentially|"
        "theoretically|uncertain|unsure"
    ),
    Cue.PROPOSED: phrases(
        "about to|asked for|asking for|asks for|attempted|bound for|considered|could become|debated|discussed|"
        "en route to|expectation|expected|expects|favoured|favours|floated|heading for|hinted|hints|hoped|hopes|"
        "hoping|is becoming|may become|might become|nominated|nominates|offered|offering|on the way to|ought to have|"
        "penciled|pencilled|people want|preferred|prefers|proposal|proposed|proposes|proposing|recommended|"
        "recommends|requested|should become|should have|some want|suggested|suggesting|suggestion|suggests|they want|"
        "thought about|to become|tried to|tries to|urged|urges|volunteered|volunteers|wanted|was due to|was going to|"
        "was meant to|was promised|was scheduled to|was supposed to|was to be|were meant to|were supposed to|"
        "were to be|will become|wished|wishes|would have|would have been|would love"
    ),
    Cue.LOOKS: phrases(
        "alternative|alternatives|anticipated|appear|appeared|appears|at a glance|draft|drafted|estimate|estimated|"
        "forecast|is due|look|looked|looks|made it sound|mention|mentioned|mentions|merely|on paper|planned|"
        "provisional|provisionally|rumors of|rumours of|runner up|scheduled for|seemed|sounded|sounds|talk of|"
        "talks of|tempting|tentatively|unofficially|want|wants|would be nice|would like|would make"
    ),
    Cue.FUTURE: phrases(
        "'ll be|by tonight|going to be|later today|next month|next week|next year|shortly|soon|tomorrow|will|will be|"
        "would|would be"
    ),
    Cue.SAYS: phrases(
        "according to|announced|announces|announcing|cited|cites|credited|credits|describe|described|describes|gave|"
        "gives|going by|has it as|has it at|indicate|indicated|indicates|listed|listing|lists|named|names|noted|"
        "notes|per|point to|pointing to|points to|puts it|quoted|quotes|read|reads|recalls|recorded|records|"
        "referred to|refers to|remembered|remembers|reported|reporting|reports|said|say|saying|says|showed|showing|"
        "shows|spells|stated|states|stating|talks about|tells|writes|wrote"
    ),
    Cue.CLAIMS: phrases(
        "alleged|allegedly|alleges|alleging|argued|argues|asserted|asserts|boasts|calls it|claim|claimed|claiming|"
        "claims|contends|everyone thinks|falsely says|insisted|insistent|insisting|insists|is adamant|"
        "is certain that|is convinced|is sure of|is sure that|keeps saying|keeps shouting|maintains|many believe|"
        "many think|most think|others claim|others give|others name|others say|others think|people believe|people say|"
        "people think|pretends|purportedly|purports|reckons|rumored|rumour has it|rumoured|shouted|shouting|shouts|"
        "so called|some believe|some name|some say|somebody|someone|supposedly|swears|swore|they say|very insistent|"
        "word has it|would have you believe|would say|"
        "wrongly says"
    ),
    Cue.BELIEVES: phrases(
        "argues|asked|asks|assumes|believes|claims|confirmed that|insists|mentioned|noted|points out|proposed|"
        "remembers|reports|said|says|states|suggested|suggests|supposes|thinks|thought|told|wanted|wants|wrote"
    ),
    Cue.AFFIRMS: phrases(
        "accepted|agreed|allowed|applies|apply|approved|attests|authorised|authoritative|authorized|best|binding|"
        "can do|can take|chosen|cleared|compliant|complies|confirm|confirmed|confirms|correct|decided|decided on|"
        "do this|eligible|entitled|establishes|fine|fits|gets|in :|is how|is what|is when|is where|is who|it is|"
        "meets|met|official|passes|permitted|picked|plausible|prevails|qualified|qualifies|qualify|remains|right|"
        "safe|satisfied|satisfies|selected|settled|settles on|signed off|stands|stepped in|steps in|taken over|"
        "takes its place|takes over|the answer|the most|the one|the pick|this one|took its place|took over|true|"
        "trusted|valid|verifies|will do|winner|wins|won|works|✓"
    ),
    Cue.ENDORSES: phrases(
        "carries the weight|controls|decides|go by|governs|has precedence|has the last word|how things stand|"
        "is authoritative|is binding|is correct|is decisive|is definitive|is final|is reliable|is right|"
        "is the official|is the record|is the trusted|is what applies|prevails|settles it|takes precedence|"
        "that stands|the one that counts|to be used|to follow|to go by|to trust|trusted source|what counts|"
        "what matters"
    ),
    Cue.CHOOSES: phrases(
        "'d have to|'d have to be|'s supposed to|agree with|agrees with|am supposed to|are supposed to|are to|"
        "are told|assign|assigning|be told|belongs to|best guess|better|book|booking|brought in|call|choose|choosing|"
        "chose|decided on|dispatch|dispatching|favour|favours|follow|go for|go to|go with|goes by|goes to|going to|"
        "going with|has to|have to|hold on to|i 'd|i 'd say|i 'll|i advise|i expect|i lean|i propose|i suggest|"
        "i want|i will|i would|i would say|installed|is supposed to|is to|is told|is what you want|keep|keeping|"
        "let 's|likelier|more likely|most likely|must|my money|my vote|need to|needs to|opt for|opted for|opting for|"
        "ought to|page|pick|picked|picking|prefer|put up|recommend|recommending|rely on|route to|schedule|select|"
        "selecting|send|sending|settle on|settled on|settling on|should|sign with|stay with|stick to|stick with|take|"
        "that 'd be|that would be|this would be|towards|trust|trusting|use|using|vote for|voted for|we 'd|we 'll|"
        "we suggest|we want|we would|went for|went with|will be|would be|would have to|would have to be|you 'll find|"
        "you 'll see|you will find|you will see"
    ),
    Cue.ANSWERS: phrases(
        "a :|ans :|answer \n|answer 's|answer (|answer :|answer =|answer [|answer ]|answer is|answer remains|"
        "answer should be|answer would be|answer —|answer →|answering your question|antwort :|assistant :|"
        "best answer|bottom line|boxed|choice :|chosen :|conclusion :|decision :|final :|final answer|final choice|"
        "final decision|final pick|finish [|in answer to your question|in short|in summary|my answer|pick :|reply :|"
        "response :|response ]|respuesta :|result :|réponse :|selected :|selection :|short answer|solution :|tl ; dr|"
        "tldr|to answer the question|to answer your question|to summarise|to summarize|verdict :"
    ),
    Cue.CONCLUDES: phrases(
        "accordingly|all in all|all things considered|as a result|bottom line is|consequently|ergo|final word|"
        "follows that|hence|i conclude|i end up|if forced|if i had to|if i must|if pressed|if you ask me|"
        "in conclusion|in the end|it follows|leaves only|leaves us with|leaving|making it|meaning that|on balance|"
        "on that basis|on this basis|overall|so|that gives|that leaves|that makes|that means|the upshot|therefore|"
        "this gives us|this leaves|this means|thus|to conclude|ultimately|we are left with|we conclude|which gives|"
        "which leaves|which makes it|which means"
    ),
    Cue.CORRECTS: phrases(
        "actually no|ah no|amended :|apologies|better :|cancel that|changed :|corrected :|correction|disregard that|"
        "disregard the above|edit :|er|erm|err|forget that|hang on|hold on|hold up|i mean|i meant|i misspoke|"
        "i retract|i should have said|i should have written|i stand corrected|i take it back|i was wrong|ignore that|"
        "ignore the above|it should say|let me correct|let me rephrase|let me revise|let me try again|make that|"
        "my bad|my error|my mistake|no ,|no .|no ...|no :|no no|no —|nope|not quite|not right|oh no|on reflection|"
        "on second thought|on second thoughts|oops|or rather|pardon|rather ,|revised :|revised answer|scratch that|"
        "should have said|sorry|strike that|take that back|that 's a mistake|that 's not correct|that 's wrong|"
        "that can 't be right|that is not correct|that is wrong|that isn 't right|that should be|that should read|"
        "that should say|that was wrong|thinking again|uh|update :|updated :|updated answer|upon reflection|wait|"
        "whoops"
    ),
    Cue.RECHECKS: phrases(
        "actually|checking again|come to think of it|double checking|having re read|hmm|in fact|instead|let me check|"
        "let me double check|let me re check|let me re read|let me recheck|let me reread|looking again|on closer|"
        "re reading|reading again|rereading|then again|though on|upon closer|upon review"
    ),
    Cue.BUT: phrases("aber|but|except that|however|nevertheless|nonetheless|only that|sondern|yet"),
    Cue.REASON: phrases(
        "as|background :|because|considering that|context :|da|due to|explanation :|for|given that|note :|note that|"
        "notes :|owing to|rationale|reason :|reasoning :|seeing that|since|the reason|weil|why"
    ),
    Cue.CONCESSION: phrases(
        "admittedly|although|even if|even with|granted|it is true that|much as|obwohl|though|true ,|when in fact|"
        "whereas|while|whilst"
    ),
    Cue.CONDITION: phrases(
        "as long as|assuming|conditional on|contingent on|depending|depends on|falls|had it|had the|if|if not|"
        "in case|in the event|in which case|it depends|on condition|on the assumption|on the condition|provided a|"
        "provided all|provided an|provided he|provided her|provided his|provided it|provided its|provided no|"
        "provided she|provided that|provided the|provided these|provided they|provided this|provided we|provided you|"
        "providing|should it|should that|should the|so long as|suppose it|suppose that|suppose the|supposing|wenn|"
        "were it|were the|when it does|when it doesn|when it is not|when it isn|when not|whenever"
    ),
    Cue.UNLESS: phrases(
        "as long as nothing|assuming no|assuming nothing|barring|hear otherwise|if asked|if i|if memory serves|"
        "if nothing|if you 're asking|if you are asking|if you mean|if you want|instructed otherwise|"
        "no matter whether|otherwise noted|otherwise specified|otherwise stated|provided nothing|"
        "regardless of whether|said otherwise|say otherwise|says otherwise|subject to|told otherwise|unless|"
        "whether or not"
    ),
    Cue.ELSE: phrases("else|failing that|in the other case|otherwise"),
    Cue.WHETHER: phrases(
        "anywhere from|asked about|asking about|asks about|between|candidates :|candidates are|choices|"
        "choose between|contenders|human :|mentioned were|not clear if|options|possibilities|possible answers|q :|"
        "query :|question :|range from|ranges from|ranging from|somewhere between|somewhere from|the candidates|"
        "the question is|torn between|user :|whether|which of|you 're asking|you are asking"
    ),
    Cue.AND: phrases("&|+|along with|and|as well as|but also|plus|together with|und"),
    Cue.OR: phrases("/|<|>|alternatively|oder|or|vs"),
    Cue.COPULA: phrases("'re|'s|=|are|be|becomes|been|being|equals|is|ist"),
    Cue.ALSO: phrases(
        "'t just|'t merely|'t only|'t simply|alike|also|as well|both|equally|likewise|not just|not merely|not only|"
        "not simply|so are|so did|so do|so does|so had|so has|so have|so is|so was|so were|too"
    ),
    Cue.REFUSES: phrases(
        "as an ai|can 't answer|can 't be determined|can 't decide|can 't determine|can 't give|can 't provide|"
        "can 't say|can 't tell|cannot answer|cannot be determined|cannot determine|cannot give|cannot provide|"
        "cannot say|cannot tell|could you please|decline|do not have|do not know|does not say|doesn 't say|"
        "don 't have|don 't know|don 't settle|get back to you|hard to say|i 'll look|i need it|impossible to know|"
        "impossible to say|impossible to tell|insufficient|insufficient information|isn 't clear|"
        "isn 't enough information|isn 't included|isn 't specified|let me look|let me think|let me work|no idea|"
        "no information|no way to know|no way to tell|not able to|not clear|not enough information|not specified|"
        "not stated|please provide|please share|rather not|unable to|unclear|undetermined|unknown|won 't say"
    ),
    Cue.UNDECIDED: phrases(
        "ambiguous|at odds|back and forth|both have a case|can 't decide|cannot decide|choices|close call|conflict|"
        "contenders|could go either way|depending on|depends|depends on|disagree|either way|it depends|just as well|"
        "neither has|not certain if|not certain what|not certain whether|not certain which|not certain who|"
        "not sure if|not sure what|not sure whether|not sure which|not sure who|open question|options|possibilities|"
        "possible answers|torn|toss up|uncertain if|uncertain what|uncertain whether|uncertain which|uncertain who|"
        "undecided|unsure if|unsure what|unsure whether|unsure which|unsure who"
    ),
    Cue.YES: phrases("true|y|yep|yes"),
    Cue.NO: phrases("false|n|no|none|nope|✗"),
    Cue.SENTENCE: (".", "!", "\n", "...", "[", "]", "{", "}", "hope this helps", "hope that helps"),
    Cue.ASKED: ("?",),
    Cue.HARD: (";", "—"),
    Cue.SOFT: (",", ":", "(", ")", "|", "•", "←"),
    Cue.IDLE: phrases(
        "a former|a previous|above it|after it|almost certainly|among them|among these|an earlier|an old|an older|"
        "and so on|apparently|applied to|applies to|apply to|as it is|as well as that|at all|at least|at most|"
        "below it|beneath it|between them|beyond any doubt|beyond doubt|by the way|certainly|corrected a mistake|"
        "corrected a slip|corrected an error|corrected bulletin|corrected circular|corrected entry|corrected line|"
        "corrected list|corrected listing|corrected notice|corrected sheet|corrected slip|definitely|either way|"
        "even so|first of all|for example|for instance|for now|for the record|i suppose|if anything|in all|"
        "in between|in other words|likely|long answer|needless to say|next to it|no doubt|no matter|no question|"
        "no reason to distrust|no reason to doubt|no reason to question|no wonder|not least|of course|presumably|"
        "probably|put right|put right a mistake|put right a slip|put right an error|so far|so many|so much|stands at|"
        "stands behind|stands beside|stands in|stands near|stands on|surely|to be clear|to be fair|to be sure|"
        "we suppose|without a doubt|without doubt|you 've given|you 've provided|you have provided|you provided"
    ),
}
"""Every cue, phrase by phrase. A phrase may stand under several."""
