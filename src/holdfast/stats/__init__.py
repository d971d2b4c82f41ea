"""Statistics: numpy in, small records out. Knows no suite, no agent and no file; randomness comes in as a seed."""

from holdfast.stats.agreement import IntraclassCorrelation, icc, kappa
from holdfast.stats.clusters import (
    ClusterMean,
    cluster_mean,
    cluster_ratio,
    ratio_distribution,
    sign_flip_interval,
    t_interval,
)
from holdfast.stats.discrimination import (
    MEASURES,
    Calibration,
    Discrimination,
    Ranking,
    auc,
    average_precision,
    brier,
    ece,
)
from holdfast.stats.exact import (
    PairedTest,
    ProportionTest,
    clopper_pearson,
    mcnemar,
    sign_test,
    two_proportions,
)
from holdfast.stats.information import entropy, label_entropy
from holdfast.stats.logistic import Logistic
from holdfast.stats.ranks import kendall, midranks, spearman
from holdfast.stats.resampling import Distribution, multiplicities, multisets, percentile_interval
from holdfast.stats.scorings import score_measures
from holdfast.stats.summaries import ContrastSummary, leave_one_out_means, summarise_contrast
from holdfast.stats.twoway import (
    Among,
    Bootstrap,
    CrossedDraws,
    Resampled,
    Statistic,
    WeightedMean,
    crossed_draws,
    evaluate,
    two_way_bootstrap,
)

__all__ = [
    "MEASURES",
    "Among",
    "Bootstrap",
    "Calibration",
    "ClusterMean",
    "ContrastSummary",
    "CrossedDraws",
    "Discrimination",
    "Distribution",
    "IntraclassCorrelation",
    "Logistic",
    "PairedTest",
    "ProportionTest",
    "Ranking",
    "Resampled",
    "Statistic",
    "WeightedMean",
    "auc",
    "average_precision",
    "brier",
    "clopper_pearson",
    "cluster_mean",
    "cluster_ratio",
    "crossed_draws",
    "ece",
    "entropy",
    "evaluate",
    "icc",
    "kappa",
    "kendall",
    "label_entropy",
    "leave_one_out_means",
    "mcnemar",
    "midranks",
    "multiplicities",
    "multisets",
    "percentile_interval",
    "ratio_distribution",
    "score_measures",
    "sign_flip_interval",
    "sign_test",
    "spearman",
    "summarise_contrast",
    "t_interval",
    "two_proportions",
    "two_way_bootstrap",
]
