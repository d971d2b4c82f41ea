"""The report: score card, figures and one page, made from a run's findings, tables and manifest and nothing else."""

from holdfast.report.card import print_card
from holdfast.report.completion import complete
from holdfast.report.figures import Drawn, write_figures
from holdfast.report.html import write_report

__all__ = ["Drawn", "complete", "print_card", "write_figures", "write_report"]
