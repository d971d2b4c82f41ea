"""What every table of the analyses holds, and what every column means. Captions, the schema page and a test read it."""

from __future__ import annotations

from typing import NamedTuple

PREFIX = "commitment_"
"""What the names of the suite's tables begin with."""


class About(NamedTuple):
    """A table."""

    caption: str
    """What it holds."""
    paper: str = ""
    """Where paper 001 has it."""


TABLES = {
    "overview": About("The evaluation at a glance", "Table 6"),
    "discrimination": About("What predicts terminal failure", "Table 5"),
    "discrimination_by_family": About("What predicts terminal failure, by family", "section 5"),
    "discrimination_by_agent": About("What predicts terminal failure, by agent", "section 5"),
    "discrimination_by_slice": About("What predicts terminal failure, by agent and family", "section 5"),
    "uncertainty": About("Discrimination under task-block, agent-block and two-way cluster bootstraps", "Table 15"),
    "paired_deltas": About("HCCIS-CORE minus its comparators, paired within two-way draws", "Table 16"),
    "trained_baselines": About("Trained baselines with an agent or a family held out", "Table 17"),
    "weight_sensitivity": About("HCCIS-CORE under other weights", "Table 18"),
    "ablation": About("HCCIS-CORE without each of its terms, and controls", "Figure 11"),
    "feature_availability": About("When each signal is there and what it uses", "Table 19"),
    "confidence_comparability": About("Scores with and without stated confidence", "Table 20"),
    "family_by_band": About("Difficulty, success, probe accuracy and distractor gap by family and band", "Figure 2"),
    "family_by_agent": About("Success, probe accuracy and integrity by agent and family", "Figure 7"),
    "ranking": About("Profiles with their values and ranks, by integrity", "Figures 1 and 8"),
    "rank_agreement": About("Each signal's ordering of profiles against that of HCCIS-CORE", "equation 18"),
    "rank_instability": About("Rank shifts from clean to distractor tasks", "equation 17"),
    "rank_instability_by_family": About("Rank shifts from clean to distractor tasks, by family", "Figure 4"),
    "rank_flips_by_family": About("HCCIS-CORE's ordering against success's, by family", "section 6"),
    "rank_stability": About("How firmly profiles hold their ranks when tasks are drawn again", "section 5"),
    "rank_leave_one_out": About("The two orderings when a family or an agent is left out", "section 5"),
    "misorders": About("Pairs of profiles that success and integrity order differently", "section 5"),
    "misorder_items": About(
        "The tasks behind each misordered pair, with prompts, replies and right answers", "section 5"
    ),
    "phenotypes": About("Phenotype coordinates and clusters", "Figure 6"),
    "phenotype_coassignment": About("How often two profiles fall into one cluster", "equation 21"),
    "phenotype_shifts": About("How far the first coordinate moves without a family", "equation 22"),
    "phenotype_clusters": About("The numbers of clusters that were weighed", "equation 20"),
    "case_studies": About("Case studies by a fixed rule", "Figure 10"),
    "matcher_audit": About("What people said of the matcher's decisions", "Tables 8 and 9"),
    "matcher_bound": About("How far conclusions move when audited decisions are corrected", "Table 11"),
    "strict_schema": About("Strict-schema run: parsed and matched, by stratum", "Table 10"),
    "notes": About("What could not be analysed, and why"),
}
"""By name, without the prefix."""

COLUMNS = {
    "accepted": "Audited answers that the matcher accepted.",
    "accepted_confirmed": "Of these, those that people confirmed.",
    "agent": "The agent's spec: a profile is a model in a wrapper.",
    "all_core": "Mean HCCIS-CORE of all profiles.",
    "analysis": "Which analysis a note is about.",
    "auc": "Area under the ROC curve; empty where one outcome is absent.",
    "audited_rows": "Audited answers that belong to these runs.",
    "band": "Difficulty band of the task.",
    "bootstrap": "What was drawn again; a task goes with its twin.",
    "brier": "Brier score of the risk as a probability of failure.",
    "category": "The rule's heading.",
    "chosen": "Whether this number of clusters was used.",
    "clear_accuracy": "Share of the matcher's decisions that were right, unclear ones left out.",
    "cluster": "The profile's cluster, numbered by first appearance.",
    "clusters": "A number of clusters.",
    "coassigned": "How often the profile falls together with the others of its cluster over the bootstraps.",
    "comparison": "Which score minus which.",
    "completed": "Rows that were answered.",
    "core_best": "The most that HCCIS-CORE can reach on these tasks.",
    "corrected_rows": "Decisions that the scenario turns round.",
    "difficulty_clean": "Human difficulty of clean tasks: ratings, else the design prior.",
    "difficulty_distractor": "The same of distractor tasks.",
    "draws": "How many weight vectors were drawn.",
    "ece": "Expected calibration error over five bins.",
    "evaluations": "Pairs of profile and task.",
    "failures": "Rows whose final answer is wrong.",
    "false_negatives": "Rejected answers that people found right.",
    "false_positives": "Accepted answers that people found wrong.",
    "family": "Task family.",
    "features": "What the model is given.",
    "first": "Share of draws in which the profile is first.",
    "flipped_pairs": "Pairs of profiles that the two orderings put in opposite order.",
    "gap": "Local minus hosted.",
    "gold": "The right final answer.",
    "groups": "Held-out groups.",
    "groups_with_both": "Of these, those with both outcomes, over which AUC and PR-AUC are averaged.",
    "hccis_core": "HCCIS-CORE (equation 8), higher is better.",
    "hccis_core_gap": "Mean over clean tasks minus mean over distractor tasks.",
    "hccis_core_gap_by_design": "How much of that gap is the distractor term of the score.",
    "hccis_full": "HCCIS-FULL (equation 9).",
    "hccis_n": "HCCIS+N (equation 12).",
    "hosted_core": "Mean HCCIS-CORE of hosted profiles.",
    "integrity_gap": "HCCIS-CORE of the integrity leader minus that of the success leader.",
    "integrity_leader": "The profile that integrity prefers.",
    "integrity_leader_core": "Its HCCIS-CORE on the task.",
    "integrity_leader_probes": "Its replies to the probes.",
    "integrity_leader_reply": "Its final reply.",
    "integrity_leader_success": "Whether its final answer is right.",
    "interpretation": "In which scores the signal is weighed, and how much.",
    "kendall": "Kendall's tau-b of the two orderings.",
    "kind": "`score`, `baseline`, `control` or `oracle`.",
    "left_out": "`family` or `agent`.",
    "level": "The level of the slice.",
    "local_core": "Mean HCCIS-CORE of local profiles.",
    "match_rate": "Share of completed rows whose parsed answer is right.",
    "max_shift": "The largest absolute rank shift.",
    "mean_rank": "Mean rank over draws.",
    "mean_shift": "Mean absolute rank shift.",
    "model": "The model inside the wrapper, or how a baseline is trained.",
    "name": "What is left out.",
    "note": "Why something is not there.",
    "pair": "Number of the pair, the widest first.",
    "pairs": "All pairs of profiles.",
    "parse_valid_rate": "Share of completed rows that are the JSON asked for.",
    "pc1": "First principal component.",
    "pc1_share": "Its share of the variance.",
    "pc2": "Second principal component.",
    "pc2_share": "Its share of the variance.",
    "pr_auc": "Average precision for failure.",
    "predictor": "The signal, as a risk of failure or as an ordering.",
    "probe_accuracy": "Share of probes answered rightly.",
    "probe_accuracy_gap": "Clean minus distractor, on probe accuracy.",
    "probes_told": "The probes, one a line: question, reply, verdict.",
    "profiles": "Profiles in the comparison.",
    "profiles_changed": "Profiles whose rank differs; a mean over draws where there are draws.",
    "prompt": "The final prompt, rendered again from the settings.",
    "protocol": "What is held out.",
    "quantity": "What is told.",
    "question": "The final question.",
    "rank": "The profile's rank; ties share the mean of their ranks.",
    "rank_shift": "Rank by success minus rank by HCCIS-CORE.",
    "reference_shift": "Mean rank shift of HCCIS-CORE's own ordering when the family is left out.",
    "regime": "How weights are drawn; intervals are 5th and 95th percentile.",
    "rejected": "Audited answers that the matcher did not accept.",
    "relative_shift": "The shift in standard deviations of the coordinate.",
    "reply": "The final reply.",
    "rows": "Rows behind the numbers.",
    "rule": "The name of the rule.",
    "same_rank": "Share of draws with the same rank.",
    "scenario": "What unclear verdicts are taken for.",
    "shift": "How far the first coordinate moves.",
    "signal": "A risk term or a score.",
    "silhouette": "Mean silhouette of the profiles.",
    "slice": "What the rows are cut by.",
    "spearman": "Spearman's rank correlation of the two orderings.",
    "stage": "When the signal is there.",
    "state_drift": "One minus probe accuracy.",
    "stratum": "Which rows.",
    "success": "Share of right final answers; in `ranking` by item weight.",
    "success_gap": "Success of the success leader minus that of the integrity leader.",
    "success_leader": "The profile that success prefers.",
    "success_leader_core": "Its HCCIS-CORE on the task.",
    "success_leader_probes": "Its replies to the probes.",
    "success_leader_reply": "Its final reply.",
    "task": "The task, with its variant.",
    "tasks": "Tasks behind the numbers.",
    "tasks_apart": "Tasks on which the success leader is right with less integrity than the other.",
    "top_five": "Share of draws among the first five.",
    "top_five_changed": "Whether other profiles are among the first five than with the automatic matcher.",
    "unclear": "Audited answers on which people gave no verdict.",
    "unknown_rows": "Rows of the audit file that belong to no probe of these runs, such as those about final answers.",
    "upheld_incorrect": "Rejected answers that people found wrong too.",
    "uses_final_outcome": "Whether it moves when the final outcome is changed.",
    "uses_gold_probe_label": "Whether it moves when the gold label of probes is changed.",
    "value": "Its value, as text.",
    "variant": "`clean` or `distractor`; in `ablation` and `confidence_comparability` the variant of the score.",
    "within_one": "Share of draws within one place of the rank.",
    "wrapper": "The wrapper around the model.",
}
"""By name. Ends of intervals (`_low`, `_high`), ranks (`rank_…`), differences (`delta_…`) and the values of signals in
`ranking` are explained by the column they belong to."""


def meaning(column: str) -> str:
    """What a column holds; empty where nobody said."""
    if column in COLUMNS:
        return COLUMNS[column]
    for end, said in (("_low", "Lower end of the interval of"), ("_high", "Upper end of the interval of")):
        if column.endswith(end) and column.removesuffix(end).removeprefix("delta_") in COLUMNS:
            return f"{said} `{column.removesuffix(end)}`."
    if column.startswith("delta_") and column.removeprefix("delta_") in COLUMNS:
        return f"Difference in `{column.removeprefix('delta_')}`."
    if column.startswith("rank_"):
        return f"Rank by `{column.removeprefix('rank_')}`."
    signals = ("uncertainty", "success_proxy", "trajectory", "retrieval", "random_subspace")
    return f"Mean of one minus the {column.replace('_', ' ')} risk." if column in signals else ""
